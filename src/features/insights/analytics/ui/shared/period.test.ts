import { describe, expect, it } from "vitest";
import { firstCustomPeriod, parsePeriod, periodInput, stepsOf } from "./period.ts";

const NOW = new Date("2026-03-29T22:30:00Z");

describe("the analytics page's period", () => {
  it("is read from the URL, or is 30 days if that says nothing usable", () => {
    expect(parsePeriod({ period: "7d" })).toEqual({ name: "7d" });
    expect(parsePeriod({})).toEqual({ name: "30d" });
    expect(parsePeriod({ period: "custom", from: "2026-01-01", to: "2026-01-31" })).toEqual({
      name: "custom",
      from: "2026-01-01",
      to: "2026-01-31",
    });
  });

  it.each([
    ["an end before the start", { period: "custom", from: "2026-02-02", to: "2026-02-01" }],
    ["a day that does not exist", { period: "custom", from: "2026-02-30", to: "2026-03-02" }],
    ["more than twenty years", { period: "custom", from: "2000-01-01", to: "2026-03-02" }],
    ["no dates", { period: "custom" }],
    ["an unknown name", { period: "forever" }],
  ])("falls back to 30 days for %s", (_, search) => {
    expect(parsePeriod(search)).toEqual({ name: "30d" });
  });

  it("starts with a whole day in the owner's time zone, which may already be tomorrow", () => {
    expect(periodInput({ name: "7d" }, NOW, "Europe/Berlin")).toEqual({
      from: "2026-03-24",
      tz: "Europe/Berlin",
    });
    expect(periodInput({ name: "7d" }, NOW, "America/New_York").from).toBe("2026-03-23");
    expect(periodInput({ name: "7d" }, NOW, "Asia/Kolkata").from).toBe("2026-03-24");
  });

  it("covers the last 24 hours to the minute", () => {
    expect(periodInput({ name: "24h" }, NOW, "UTC").from).toBe("2026-03-28T22:30:00.000Z");
  });

  it("starts a custom one with the last 14 days", () => {
    const custom = { name: "custom", from: "2026-03-16", to: "2026-03-29" };
    expect(firstCustomPeriod(NOW, "UTC")).toEqual(custom);
  });

  it.each([
    ["12m", "2025-03-30"],
    ["mtd", "2026-03-01"],
    ["qtd", "2026-01-01"],
    ["ytd", "2026-01-01"],
    ["all", "start"],
  ] as const)("%s starts on %s", (name, from) => {
    expect(periodInput({ name }, NOW, "UTC").from).toBe(from);
  });

  it("offers the steps that can be told apart", () => {
    const steps = (from: string, to: string) => stepsOf({ from, to });
    expect(steps("2026-03-29T10:00:00Z", "2026-03-29T13:15:00Z")).toEqual(["minute", "hour"]);
    expect(steps("2026-03-28T10:00:00Z", "2026-03-29T10:00:00Z")).toEqual(["hour"]);
    expect(steps("2026-03-22T22:00:00Z", "2026-03-29T10:00:00Z")).toEqual(["hour", "day"]);
    expect(steps("2026-02-28T00:00:00Z", "2026-03-29T10:00:00Z")).toEqual(["day", "week"]);
    expect(steps("2020-02-28T00:00:00Z", "2026-03-29T10:00:00Z")).toEqual(["week", "month"]);
  });
});
