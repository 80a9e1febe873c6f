import { LANGUAGE } from "./locale.ts";

/** Names of groups that answers contain in English, because the same field may have what people typed. */
const WORDS: Readonly<Record<string, string>> = {
  Desktop: "Desktop",
  Direct: "Direct",
  Mobile: "Mobile",
  Tablet: "Tablet",
  Unknown: "Unknown",
};

const countryNames = new Intl.DisplayNames([LANGUAGE], { type: "region" });

/** A group's name in the page's language: a kind of device, or what isn't known. Others stay as they are. */
export function localizeLabel(label: string): string {
  return WORDS[label] ?? label;
}

/** A country's name in the page's language. `label` if `code` isn't one (ISO 3166-1 alpha-2). */
export function localizeCountry(code: string, label: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? label) : localizeLabel(label);
}

/** “Berlin, Germany” in the page’s language. */
export function localizeLocation(place: string, country: string | null): string {
  if (country === null) return place;
  const city = place.slice(0, Math.max(place.lastIndexOf(", "), 0));
  return [city, localizeCountry(country, place)].filter((part) => part).join(", ");
}

/** “Chrome on Windows” in the page's language. */
export function localizeDevice(device: string): string {
  const [browser, system] = device.split(" on ");
  return system === undefined ? device : `${browser} on ${system}`;
}
