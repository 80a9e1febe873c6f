import UAParser from "my-ua-parser";
import type { Place } from "#src/platform/geo/geo.ts";

const USER_AGENT_CHARS_MAX = 500;
const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

/** What people would call the device behind a user agent: “Chrome on Windows”. */
export function deviceWords(userAgent: string | null): string {
  const { browser, os } = UAParser((userAgent ?? "").slice(0, USER_AGENT_CHARS_MAX));
  const words = [browser.name, os.name].filter((name) => name !== undefined && name !== "");
  return words.length > 0 ? words.join(" on ") : "Unknown device";
}

/** A place in words: “Berlin, Germany”. Null if nothing is known. */
export function placeWords({ country, city }: Pick<Place, "country" | "city">): string | null {
  const name = /^[A-Z]{2}$/.test(country) ? countryNames.of(country) : undefined;
  return [city, name].filter((part) => part).join(", ") || null;
}
