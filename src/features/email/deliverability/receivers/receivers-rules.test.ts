import { expect, it } from "vitest";
import { pauseReason } from "./receivers-rules.ts";

it("pauses at a share that means something, of enough messages", () => {
  const of = (attempted: number, deferred: number, complained = 0) =>
    pauseReason({ attempted, deferred, complained });
  expect([of(99, 99), of(100, 19), of(100, 20)]).toEqual([undefined, undefined, "deferrals"]);
  expect([of(100, 0, 2), of(1000, 0, 3), of(1001, 0, 3)]).toEqual([undefined, "complaints", undefined]);
});
