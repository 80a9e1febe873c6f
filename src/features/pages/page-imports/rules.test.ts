import { expect, it } from "vitest";
import { isFailing } from "./rules.ts";

const counts = (attempts: number, successes: number, recent_attempts: number, recent_successes: number) => ({
  attempts,
  successes,
  recent_attempts,
  recent_successes,
});

it("a parser fails if less than half of at least three recent tries worked, and more did before", () => {
  expect(isFailing(counts(100, 95, 10, 4))).toBe(true);
  expect(isFailing(counts(3, 0, 3, 0))).toBe(true);
  expect(isFailing(counts(2, 0, 2, 0))).toBe(false);
  expect(isFailing(counts(100, 95, 10, 5))).toBe(false);
  expect(isFailing(counts(100, 20, 10, 3))).toBe(false);
  expect(isFailing(counts(90, 80, 0, 0))).toBe(false);
});
