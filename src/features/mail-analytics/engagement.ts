/* Where and on what people opened and clicked. */
import { GEO_UNKNOWN } from "#src/features/clicks/rules.ts";
import type { EngagementRow } from "./contract.ts";
import type { TimesRow } from "./store.ts";

const countryNames = new Intl.DisplayNames(["en"], { type: "region" });

function countryName(code: string): string {
  if (code === GEO_UNKNOWN || !/^[A-Z]{2}$/.test(code)) return "Unknown";
  return countryNames.of(code) ?? code;
}

const DEVICES: Readonly<Record<string, string>> = { mobile: "Phone", tablet: "Tablet", desktop: "Computer" };

export const byCountry = (rows: readonly TimesRow[], most: number) =>
  listed(rows, { of: "country", nameOf: countryName, most });
export const byDevice = (rows: readonly TimesRow[], most: number) =>
  listed(rows, { of: "device", nameOf: (key) => DEVICES[key] ?? "Unknown", most });

function listed(
  rows: readonly TimesRow[],
  { of, nameOf, most }: { of: TimesRow["of"]; nameOf: (key: string) => string; most: number },
): EngagementRow[] {
  return rows
    .filter((row) => row.of === of && row.opens + row.clicks > 0)
    .map(({ key, opens, clicks }) => ({ key, label: nameOf(key), opens, clicks }))
    .sort((a, b) => b.opens + b.clicks - a.opens - a.clicks || (a.key < b.key ? -1 : 1))
    .slice(0, most);
}
