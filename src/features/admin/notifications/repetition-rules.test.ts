import { expect, it } from "vitest";
import { nextTime, repetitionFrom } from "./repetition-rules.ts";

const now = new Date("2026-01-01T00:00:00Z");
const monthly = (wall: string, until: string | null = null) =>
  repetitionFrom(wall, { every: "month", until });
const weekly = (wall: string, until: string | null = null) => repetitionFrom(wall, { every: "week", until });

it("comes on the same day of each week, over the ends of months and years", () => {
  expect(nextTime("2026-12-28T09:00", weekly("2026-12-28T09:00"), now)).toBe("2027-01-04T09:00");
});

it("comes on the last day of months that are too short, and on its own day again after them", () => {
  const repetition = monthly("2027-12-31T23:59");
  const times = ["2027-12-31T23:59"];
  for (let n = 0; n < 4; n++) times.push(nextTime(times.at(-1) ?? "", repetition, now) ?? "");
  expect(times.map((time) => time.slice(0, 10))).toEqual([
    "2027-12-31",
    "2028-01-31",
    "2028-02-29",
    "2028-03-31",
    "2028-04-30",
  ]);
});

it("leaves out what's over everywhere by now", () => {
  const late = new Date("2026-03-20T12:00:00Z");
  expect(nextTime("2026-02-02T09:00", weekly("2026-02-02T09:00"), late)).toBe("2026-03-23T09:00");
  // Clocks in the west haven't shown it yet.
  const early = new Date("2026-03-23T20:00:00Z");
  expect(nextTime("2026-02-02T09:00", weekly("2026-02-02T09:00"), early)).toBe("2026-03-23T09:00");
});

it("comes on its last day, and not after it", () => {
  expect(nextTime("2026-02-02T09:00", weekly("2026-02-02T09:00", "2026-02-09"), now)).toBe(
    "2026-02-09T09:00",
  );
  expect(nextTime("2026-02-09T09:00", weekly("2026-02-02T09:00", "2026-02-09"), now)).toBeUndefined();
  const years = new Date("2099-01-01T00:00:00Z");
  expect(nextTime("2026-02-02T09:00", weekly("2026-02-02T09:00", "2026-05-01"), years)).toBeUndefined();
});
