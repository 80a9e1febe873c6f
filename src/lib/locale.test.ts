import { describe, expect, it } from "vitest";
import { COUNTRIES } from "./countries.ts";
import { localeFor, localeOf } from "./locale.ts";

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

  it.each([
    ["MX", "3 de noviembre de 2026", "1,234,567.5"],
    ["ES", "3 de noviembre de 2026", "1.234.567,5"],
    // Nobody has written down how Spanish is written there.
    ["DE", "3 de noviembre de 2026", "1.234.567,5"],
  ])("is another one in Spanish: in %s %s and %s", (region, day, number) => {
    const locale = localeOf(region, "es");
    const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
    expect(format.format(new Date("2026-11-03"))).toBe(day);
    expect(new Intl.NumberFormat(locale).format(1_234_567.5)).toBe(number);
  });

  it.each([
    [{ language: null, region: null }, "en-US"],
    [{ language: null, region: "GB" }, "en-GB"],
    [{ language: "en", region: "DE" }, "en-DE"],
    [{ language: "es", region: null }, "es"],
    [{ language: "es", region: "AR" }, "es-AR"],
    [{ language: "xx", region: null }, "en-US"],
    [undefined, "en-US"],
  ])("is, for a person with %j, %s", (person, locale) => {
    expect(localeFor(person)).toBe(locale);
  });

  it("exists for every country", () => {
    for (const region of COUNTRIES) {
      expect(() => new Intl.NumberFormat(localeOf(region))).not.toThrow();
      expect(new Intl.NumberFormat(localeOf(region, "es")).resolvedOptions().locale).toMatch(/^es\b/);
    }
  });
});
