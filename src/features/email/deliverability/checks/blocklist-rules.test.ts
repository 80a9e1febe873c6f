import { expect, it } from "vitest";
import { verdictOf } from "./blocklist-rules.ts";

it("takes only a list’s own codes for a listing (mox 354, pydnsbl 27, mailcow-logs-viewer 102)", () => {
  expect(verdictOf([])).toBe("clean");
  for (const listed of [["127.0.0.2"], ["127.0.0.4", "127.0.0.11"], ["127.0.1.2"]])
    expect(verdictOf(listed)).toBe("listed");
  // A public resolver, a typing error, an address asked about at a list of domains, a blocker, a rewriting resolver.
  for (const other of [
    "127.255.255.254",
    "127.255.255.252",
    "127.0.1.255",
    "127.0.0.1",
    "198.51.100.7",
    "0.0.0.0",
  ])
    expect(verdictOf([other]), other).toBe("refused");
  expect(verdictOf(["127.0.0.2", "127.255.255.254"])).toBe("refused");
});
