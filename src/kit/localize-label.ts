import { LANGUAGE } from "./locale.ts";

/**
 * English group names in responses, whose schema can't mark them for translation because people may have
 * typed others.
 */
const WORDS: Readonly<Record<string, string>> = {
  Desktop: "Desktop",
  "Direct or unknown": "Direct or unknown",
  Mobile: "Mobile",
  Tablet: "Tablet",
  Unknown: "Unknown",
};

const countryNames = new Intl.DisplayNames([LANGUAGE], { type: "region" });

/** Translates a group's name, such as a kind of device or `Unknown`. Others stay as they are. */
export function localizeLabel(label: string): string {
  return WORDS[label] ?? label;
}

/** Returns a country's name in the page's language, or `label` if `code` isn't one (ISO 3166-1 alpha-2). */
export function localizeCountry(code: string, label: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? label) : localizeLabel(label);
}

/** Formats “Berlin, Germany” in the page's language. */
export function localizeLocation(place: string, country: string | null): string {
  if (country === null) return place;
  const city = place.slice(0, Math.max(place.lastIndexOf(", "), 0));
  return [city, localizeCountry(country, place)].filter((part) => part).join(", ");
}

/** Formats “Chrome on Windows” in the page's language. */
export function localizeDevice(device: string): string {
  const [browser, system] = device.split(" on ");
  return system === undefined ? device : `${browser} on ${system}`;
}
