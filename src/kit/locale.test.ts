import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { calendarLocale } from "./calendar-locale.ts";
import { firstDayOfWeek, LANGUAGE, LOCALE, localeIn } from "./locale.ts";

describe("dates and numbers on the dashboard", () => {
  it.each([
    ["en-US", 0],
    ["en-GB", 1],
    ["de-DE", 1],
    ["ar-EG", 6],
    ["es-EG", 6],
    ["es", 1],
  ])("§10 a week in %s starts on day %i", (locale, day) => {
    expect(firstDayOfWeek(locale)).toBe(day);
  });

  it("§10 a calendar uses the same locale as numbers", () => {
    const german = calendarLocale("de-DE");
    expect(german.monthLabelFormat("2026-03-01")).toBe("März 2026");
    expect(german.weekdayFormat("2026-03-02")).toBe("Mo");
    expect(german.getDayAriaLabel("2026-03-02")).toBe("2. März 2026");
    expect(calendarLocale("en-US").getDayAriaLabel("2026-03-02")).toBe("March 2, 2026");
  });

  it.each([
    ["en", "DE", "fr-FR", "en-DE"],
    ["en", undefined, "fr-FR", "fr-FR"],
    ["es", "MX", "fr-FR", "es-MX"],
    ["es", undefined, "en-US", "es-US"],
    ["es", undefined, "es-419", "es-419"],
    ["es", undefined, "eo", "es"],
  ] as const)(
    "§10 a page in %s for the region %s on a device in %s follows %s",
    (language, region, device, locale) => {
      expect(localeIn(language, region, device)).toBe(locale);
    },
  );

  it("is in English where there's no page", () => {
    expect([LANGUAGE, LOCALE]).toEqual(["en", new Intl.NumberFormat().resolvedOptions().locale]);
  });

  it("§10 no screen formats in a locale of its own", async () => {
    const own: string[] = [];
    for await (const file of glob("src/{kit,browser/shell,browser/screens,features/**/ui}/**/*.{ts,tsx}")) {
      if (/locale\.ts$|\.test\.tsx?$/.test(file)) continue;
      const found = readFileSync(file, "utf8").match(
        /Intl\.(?:NumberFormat|DateTimeFormat)\((?!(?:MACHINE_)?LOCALE\b|\)\.resolvedOptions).*|toLocale\w*String.*/g,
      );
      for (const line of found ?? []) own.push(`${file}: ${line}`);
    }
    expect(own).toEqual([]);
  });
});
