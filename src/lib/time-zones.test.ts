import fc from "fast-check";
import { expect, it } from "vitest";
import { addWallDays, isWallTime, momentIn, wallTime } from "./time-zones.ts";

const iso = (zone: string, wall: string) => momentIn(zone, wall).toISOString();

it("a wall time is a moment in each zone, whatever its clocks do that day", () => {
  expect(iso("UTC", "2026-03-29T09:30")).toBe("2026-03-29T09:30:00.000Z");
  expect(iso("Asia/Kathmandu", "2026-03-29T09:30")).toBe("2026-03-29T03:45:00.000Z");
  expect(iso("Pacific/Kiritimati", "2026-03-29T09:30")).toBe("2026-03-28T19:30:00.000Z");
  // Clocks in Berlin go from 2 to 3 that night, and from 3 to 2 in fall.
  expect(iso("Europe/Berlin", "2026-03-29T02:30")).toBe("2026-03-29T01:30:00.000Z");
  expect(iso("Europe/Berlin", "2026-03-29T09:30")).toBe("2026-03-29T07:30:00.000Z");
  expect(iso("Europe/Berlin", "2026-10-25T02:30")).toBe("2026-10-25T00:30:00.000Z");
  expect(iso("Europe/Berlin", "2026-10-25T03:30")).toBe("2026-10-25T02:30:00.000Z");
});

it("reading a moment's wall time leads back to it, except where clocks show it twice", () => {
  const zones = [
    "America/New_York",
    "Europe/Berlin",
    "Australia/Lord_Howe",
    "America/St_Johns",
    "Asia/Tehran",
  ];
  const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
      const at = new Date(minute * 60_000);
      const back = momentIn(zone, wallTime(zone, at));
      const hours = (at.getTime() - back.getTime()) / 3_600_000;
      expect([0, 0.5, 1]).toContain(hours);
      expect(wallTime(zone, back)).toBe(wallTime(zone, at));
    }),
  );
});

it("days are added on the clock", () => {
  expect(addWallDays("2026-02-28T23:59", 1)).toBe("2026-03-01T23:59");
  expect(addWallDays("2026-01-01T00:00", -1)).toBe("2025-12-31T00:00");
});

it("a wall time is what a clock can show", () => {
  expect(isWallTime("2026-02-28T23:59")).toBe(true);
  for (const odd of ["2026-02-30T12:00", "2026-02-28T24:00", "1969-12-31T23:59", "2026-02-28", "x", ""])
    expect(isWallTime(odd)).toBe(false);
});
