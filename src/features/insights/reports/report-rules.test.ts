// @project unit
import { describe, expect, it } from "vitest";
import { momentIn } from "#src/lib/time-zones.ts";
import { lastDueDay, nextDueDay, REPORT_TIME, reportedDays } from "./report-rules.ts";

describe("a report", () => {
  it.each([
    // November 23, 2026, is a Monday.
    ["weekly", "2026-11-23T07:59", "2026-11-16"],
    ["weekly", "2026-11-23T08:00", "2026-11-23"],
    ["weekly", "2026-11-29T23:59", "2026-11-23"],
    ["weekly", "2027-01-01T12:00", "2026-12-28"],
    ["monthly", "2026-12-01T07:59", "2026-11-01"],
    ["monthly", "2026-12-01T08:00", "2026-12-01"],
    ["monthly", "2027-01-31T00:00", "2027-01-01"],
  ] as const)("%s was last due, at %s, on %s", (cadence, wall, day) => {
    expect(lastDueDay(cadence, wall)).toBe(day);
  });

  it("is about whole weeks and calendar months", () => {
    expect(reportedDays("weekly", "2026-11-23")).toEqual({
      before: "2026-11-09",
      first: "2026-11-16",
      end: "2026-11-23",
    });
    expect(reportedDays("monthly", "2027-03-01")).toEqual({
      before: "2027-01-01",
      first: "2027-02-01",
      end: "2027-03-01",
    });
    expect([nextDueDay("weekly", "2026-12-28"), nextDueDay("monthly", "2026-12-01")]).toEqual([
      "2027-01-04",
      "2027-01-01",
    ]);
  });

  it("goes out at eight of the clock, before and after clocks change", () => {
    const at = (day: string) => momentIn("Europe/Berlin", `${day}T${REPORT_TIME}`).toISOString();
    expect([at("2026-10-19"), at("2026-10-26")]).toEqual([
      "2026-10-19T06:00:00.000Z",
      "2026-10-26T07:00:00.000Z",
    ]);
  });
});
