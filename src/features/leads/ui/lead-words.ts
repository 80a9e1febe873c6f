import { LEAD_SOURCE } from "../rules.ts";

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });
const WHEN = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A country's name by its two letters. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : "Unknown";
}

/** When somebody signed up, in words of the reader's own zone. */
export function whenWords(at: string): string {
  return WHEN.format(new Date(at));
}

/** How somebody came onto the list. */
export function sourceName(source: string): string {
  return source === LEAD_SOURCE ? "Screensaver signup" : source;
}
