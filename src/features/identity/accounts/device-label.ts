import UAParser from "my-ua-parser";
import { LANGUAGES, type Language } from "#src/lib/language.ts";
import type { GeoLocation } from "#src/platform/geo/geo.ts";

const USER_AGENT_CHARS_MAX = 500;

/** Names the device behind a user agent the way people would: “Chrome on Windows”. */
export function deviceLabel(userAgent: string | null): string {
  const { browser, os } = UAParser((userAgent ?? "").slice(0, USER_AGENT_CHARS_MAX));
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== "");
  return words.length > 0 ? words.join(" on ") : "Unknown device";
}

/** True for a country code (ISO 3166-1 alpha-2) rather than `UNKNOWN`. */
export function isCountry(code: string): boolean {
  return /^[A-Z]{2}$/.test(code);
}

/** Formats a location: “Berlin, Germany”. Null if nothing is known. */
export function formatPlace(
  { country, city }: Pick<GeoLocation, "country" | "city">,
  language: Language = LANGUAGES[0],
): string | null {
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
  const name = isCountry(country) ? names.of(country) : undefined;
  return [city, name].filter((part) => part).join(", ") || null;
}
