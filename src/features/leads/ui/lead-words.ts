import { LOCALE } from "#src/kit/locale.ts";
import { LEAD_SOURCE } from "../rules.ts";

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });
const WHEN = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** A country's name by its two letters. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : "Unknown";
}

/** When someone signed up, in the reader's own time zone. */
export function whenWords(at: string): string {
  return WHEN.format(new Date(at));
}

/** How someone got onto the list. */
export function sourceName(source: string): string {
  return source === LEAD_SOURCE ? "Screensaver signup" : source;
}
