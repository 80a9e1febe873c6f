import { expect, it } from "vitest";
import { sharesOf } from "./seeds-rules.ts";

it("shares are of those who were looked for to the end, by receiver", () => {
  const results = [
    { address: "a@gmail.com", state: "inbox" },
    { address: "b@googlemail.com", state: "spam" },
    { address: "c@gmail.com", state: "sent" },
    { address: "d@mia.example", state: "missing" },
    { address: "e@mia.example", state: "failed" },
  ] as const;
  expect(sharesOf(results)).toEqual([
    { provider: "gmail", inbox: 1, spam: 1, missing: 0 },
    { provider: "mia.example", inbox: 0, spam: 0, missing: 1 },
  ]);
});
