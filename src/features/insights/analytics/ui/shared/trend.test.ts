import { describe, expect, it } from "vitest";
import { chartRows, pastSeries, type Trend } from "./trend.ts";

const LINES = [{ name: "views", label: "Views" }] as const;
const point = (at: string, views: number) => ({ at, views, visitors: 0, clicks: 0 });
const days = (tz: string, ...starts: string[]): Trend<"views" | "visitors" | "clicks"> => ({
  step: "day",
  tz,
  series: starts.map((at, index) => point(at, index + 1)),
});

describe("§10 a period's series", () => {
  it("has an open end while its last day is in progress, by the owner’s clock", () => {
    const berlin = days("Europe/Berlin", "2026-05-10T22:00:00Z", "2026-05-11T22:00:00Z");
    expect(pastSeries(berlin, new Date("2026-05-12T21:59:00Z")).isOpen).toBe(true);
    expect(pastSeries(berlin, new Date("2026-05-12T22:00:00Z")).isOpen).toBe(false);
  });

  it("leaves out hours in the future", () => {
    const hours = ["10", "11", "12", "13"].map((hour) => point(`2026-05-11T${hour}:00:00Z`, 1));
    const trend: Trend<"views" | "visitors" | "clicks"> = { step: "hour", tz: "UTC", series: hours };
    const course = pastSeries(trend, new Date("2026-05-11T11:30:00Z"));
    expect(course.points.map(({ at }) => at)).toEqual(["2026-05-11T10:00:00Z", "2026-05-11T11:00:00Z"]);
    expect(course.isOpen).toBe(true);
    expect(pastSeries(trend, new Date("2026-05-12T09:00:00Z"))).toEqual({ points: hours, isOpen: false });
    expect(pastSeries(trend, new Date("2026-05-11T09:00:00Z"))).toEqual({ points: [], isOpen: false });
  });

  it("is dashed from the last finished day to the unfinished one", () => {
    const trend = days("UTC", "2026-05-10T00:00:00Z", "2026-05-11T00:00:00Z", "2026-05-12T00:00:00Z");
    const views = (now: string) =>
      chartRows(pastSeries(trend, new Date(now)), LINES).map(({ views: whole, views_open }) => [
        whole,
        views_open,
      ]);
    expect(views("2026-05-12T08:00:00Z")).toEqual([
      [1, null],
      [2, 2],
      [null, 3],
    ]);
    expect(views("2026-05-13T08:00:00Z")).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    expect(views("2026-05-10T08:00:00Z")).toEqual([[1, 1]]);
  });
});
