import { expect, it } from "vitest";
import { memoizeLast } from "./memoize-last.ts";

it("a result is kept for the argument of the call before, and for no other", () => {
  const asked: (string | undefined)[] = [];
  const upper = memoizeLast((text: string | undefined) => {
    asked.push(text);
    return text?.toUpperCase();
  });
  expect([undefined, undefined, "a", "a", "b", "a"].map(upper)).toEqual([
    undefined,
    undefined,
    "A",
    "A",
    "B",
    "A",
  ]);
  expect(asked).toEqual([undefined, "a", "b", "a"]);
});
