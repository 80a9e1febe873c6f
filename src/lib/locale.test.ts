import { describe, expect, it } from "vitest";
import { COUNTRIES } from "./countries.ts";
import { localeOf } from "./locale.ts";

describe("a region's way of writing", () => {
  it.each([
    ["US", "November 3, 2026", "1,234.5"],
    ["GB", "3 November 2026", "1,234.5"],
    ["DE", "3 November 2026", "1.234,5"],
    ["BR", "3 de novembro de 2026", "1.234,5"],
  ])("in %s is %s and %s", (region, day, number) => {
    const locale = localeOf(region);
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    expect(format.format(new Date("2026-11-03"))).toBe(day);
    expect(new Intl.NumberFormat(locale).format(1234.5)).toBe(number);
  });

  it("exists for every country", () => {
    for (const region of COUNTRIES) expect(() => new Intl.NumberFormat(localeOf(region))).not.toThrow();
  });
});
