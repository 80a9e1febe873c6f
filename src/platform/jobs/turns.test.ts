// @project unit
import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

it("who queues a lot comes after others, and by itself isn’t held back for long", () => {
  const turns = new Turns();
  const queue = (account: string, count: number, now: number) =>
    Array.from({ length: count }, () => turns.next(account, now)).at(-1);
  expect(queue("busy", 50, 0)).toBe(0);
  expect(queue("busy", 1, 0)).toBe(-1);
  expect(queue("quiet", 1, 0)).toBe(0);
  expect(queue("busy", 1_000, 0)).toBe(-2);
  expect(queue("flood", 3_000_000, 0)).toBe(-4);
  // 20 a second are made up for.
  expect(queue("busy", 1, 62_000)).toBe(0);
  for (let other = 0; other < 10_001; other++) turns.next(`${other}`, 63_000);
  expect(queue("flood", 1, 63_000)).toBeLessThanOrEqual(0);
});
