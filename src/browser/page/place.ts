import type { Visit } from "./visit.ts";

/** The visitor's own place in words: the city, or else the region or the country; empty when unknown, never invented. */
export function placeText(place: Visit["place"], languages: readonly string[]): string {
  if (place?.city || place?.region) return place.city || place.region || "";
  const country = place?.country ?? "";
  if (!/^[A-Z]{2}$/.test(country)) return "";
  try {
    return new Intl.DisplayNames([...languages], { type: "region", fallback: "none" }).of(country) ?? "";
  } catch {
    return "";
  }
}

/** Fills the place for the visitor's location (spec §1), which reads as theirs and not as the owner's. */
export function showPlace(visit: Visit | undefined): void {
  const text = placeText(visit?.place, [document.documentElement.lang || "en"]);
  const chip = document.querySelector<HTMLElement>("[data-place]");
  if (chip && text) chip.textContent = `Visiting from ${text}`;
}
