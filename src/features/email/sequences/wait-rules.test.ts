import fc from "fast-check";
import { expect, it } from "vitest";
import { DAY_MS } from "#src/lib/time.ts";
import { momentIn, wallTime } from "#src/lib/time-zones.ts";
import { addDuration, endOfWait, nextSendingTime, nextTime } from "./wait-rules.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.date({ min: new Date("2024-01-01"), max: new Date("2031-01-01"), noInvalidDate: true });
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

it("5.4.2 days keep the time of day where clocks change, and hours don’t", () => {
  const before = momentIn("Europe/Berlin", "2027-03-27T09:30");
  const days = addDuration({ amount: 1, unit: "days" }, "Europe/Berlin", before);
  expect(wallTime("Europe/Berlin", days)).toBe("2027-03-28T09:30");
  expect(days.getTime() - before.getTime()).toBe(DAY_MS - 3_600_000);
  const hours = addDuration({ amount: 24, unit: "hours" }, "Europe/Berlin", before);
  expect(wallTime("Europe/Berlin", hours)).toBe("2027-03-28T10:30");
});

it("5.4.2 a time that doesn’t exist on a day comes right after, and February 29 is a day as any other", () => {
  const gap = endOfWait(
    { kind: "for", amount: 1, unit: "days", time: "02:30" },
    "Europe/Berlin",
    momentIn("Europe/Berlin", "2027-03-27T01:00"),
  );
  expect(wallTime("Europe/Berlin", gap)).toBe("2027-03-28T03:30");
  const leap = endOfWait(
    { kind: "for", amount: 1, unit: "days", time: null },
    "UTC",
    new Date("2028-02-28T12:00:00Z"),
  );
  expect(leap.toISOString()).toBe("2028-02-29T12:00:00.000Z");
});

it("5.4.2 no wait ends before it begins, and each ends by its rule in every zone", () => {
  fc.assert(
    fc.property(zone, moment, time, fc.integer({ min: 1, max: 60 }), (in_, now, at, amount) => {
      const until = endOfWait({ kind: "for", amount, unit: "days", time: null }, in_, now);
      expect(until.getTime()).toBeGreaterThanOrEqual(now.getTime());
      expect(Math.abs(until.getTime() - now.getTime() - amount * DAY_MS)).toBeLessThanOrEqual(DAY_MS);
      const next = nextTime(at, in_, now);
      expect(next.getTime()).toBeGreaterThanOrEqual(now.getTime());
      expect(next.getTime() - now.getTime()).toBeLessThanOrEqual(2 * DAY_MS);
      const weekday = endOfWait({ kind: "weekday", weekdays: [3], time: at }, in_, now);
      expect(weekday > now).toBe(true);
      expect(weekday.getTime() - now.getTime()).toBeLessThanOrEqual(9 * DAY_MS);
    }),
  );
});

it("5.4.2 sending hours hold until they begin, over midnight, too, and are open inside", () => {
  fc.assert(
    fc.property(zone, moment, time, time, (in_, now, from, to) => {
      const at = nextSendingTime({ from, to }, in_, now);
      expect(at >= now).toBe(true);
      expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(2 * DAY_MS);
      expect(nextSendingTime({ from, to }, in_, at)).toEqual(at);
    }),
  );
  expect(nextSendingTime(null, "UTC", new Date(0))).toEqual(new Date(0));
  const night = { from: "22:00", to: "06:00" };
  expect(nextSendingTime(night, "UTC", new Date("2027-01-01T23:00:00Z")).toISOString()).toContain("T23:00");
  expect(nextSendingTime(night, "UTC", new Date("2027-01-01T12:00:00Z")).toISOString()).toContain("T22:00");
});
