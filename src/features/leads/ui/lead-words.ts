import { LEAD_SOURCE } from "../rules.ts";

const COUNTRIES = new Intl.DisplayNames("en", { type: "region" });

/** A country's name by its two letters. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : "Unknown";
}

/** How someone got on the list. */
export function sourceName(source: string): string {
  return source === LEAD_SOURCE ? "Screensaver signup" : source;
}

/** An e-mail address with quotes or a question mark stays one address. */
export function mailTo(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
