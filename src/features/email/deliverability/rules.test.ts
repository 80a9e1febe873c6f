import fc from "fast-check";
import { expect, it } from "vitest";
import { CHECK_STATES, CHECKS } from "./checks/checks-contract.ts";
import { betterStates, checkLabels, delayOf, isWorse, nextStates } from "./rules.ts";

const one = (state: (typeof CHECK_STATES)[number]) => [{ name: "spf" as const, state }];

it("something is worse once two checks in a row say so, and rings once", () => {
  const first = nextStates({ spf: "good" }, one("good"), one("missing"));
  expect(first).toEqual({ known: { spf: "good" }, worse: [] });
  const second = nextStates(first.known, one("missing"), one("wrong"));
  expect(second).toEqual({ known: { spf: "wrong" }, worse: ["spf"] });
  expect(nextStates(second.known, one("wrong"), one("missing")).worse).toEqual([]);
});

it("silence changes nothing, and what was never good can’t get lost", () => {
  expect(nextStates({ spf: "good" }, one("missing"), one("unknown"))).toEqual({
    known: { spf: "good" },
    worse: [],
  });
  expect(nextStates({ spf: "good" }, one("unknown"), one("missing")).worse).toEqual([]);
  expect(nextStates({}, [], one("missing")).worse).toEqual([]);
  expect(nextStates({ spf: "off" }, one("wrong"), one("wrong")).worse).toEqual([]);
});

it("whoever checks sees what’s worse, and the next check by the hour decides", () => {
  expect(betterStates({ spf: "good" }, one("missing"))).toEqual({ spf: "good" });
  expect(betterStates({ spf: "missing" }, one("good"))).toEqual({ spf: "good" });
});

it("property: what rings is worse than what people knew, and what they know then isn’t", () => {
  const states = fc.record(
    Object.fromEntries(CHECKS.map((name) => [name, fc.constantFrom(...CHECK_STATES)])),
  );
  const list = (of: Record<string, string>) =>
    CHECKS.map((name) => ({ name, state: of[name] as (typeof CHECK_STATES)[number] }));
  fc.assert(
    fc.property(states, states, states, (known, last, found) => {
      const next = nextStates(known as never, list(last), list(found));
      for (const name of next.worse) expect(isWorse(known[name], found[name] ?? "unknown")).toBe(true);
      expect(
        nextStates(next.known, list(found), list(found)).worse.filter((name) => next.worse.includes(name)),
      ).toEqual([]);
    }),
  );
});

it("names checks as people read them, and spreads them over the hour", () => {
  expect(checkLabels("spf,reverse_dns,nothing")).toBe("SPF, Reverse DNS");
  expect(delayOf("a mia.example")).toBe(delayOf("a mia.example"));
  for (const key of ["", "x", "ü".repeat(500)]) expect(delayOf(key)).toBeLessThan(3600);
});
