import type { VisitAnswer } from "./visit.ts";

/** The visitor's location in words: the city, else the region or country. Empty when unknown, never a guess. */
export function locationText(place: VisitAnswer["place"]): string {
  if (place?.city || place?.region) return place.city || place.region || "";
  const country = place?.country ?? "";
  if (!/^[A-Z]{2}$/.test(country)) return "";
  try {
    return new Intl.DisplayNames(["en"], { type: "region", fallback: "none" }).of(country) ?? "";
  } catch {
    return "";
  }
}

/** A location is trusted for a day (spec §9). */
const PLACE_KEPT_MS = 24 * 60 * 60_000;

interface KeptPlace {
  place: VisitAnswer["place"];
  at: number;
}

/** Keeps the session's location in the browser's storage (spec §9), which may be full, off, or throw when touched. */
export function locationStore(storage: () => Storage, sessionId: string, now: () => number) {
  const key = `place ${sessionId}`;
  return {
    find(): VisitAnswer["place"] {
      try {
        const kept: KeptPlace = JSON.parse(storage().getItem(key) ?? "null");
        return now() - kept.at < PLACE_KEPT_MS ? kept.place : null;
      } catch {
        return null;
      }
    },
    keep(place: VisitAnswer["place"]): void {
      try {
        storage().setItem(key, JSON.stringify({ place, at: now() } satisfies KeptPlace));
      } catch {
        // Then it has to be asked for again.
      }
    },
  };
}

/** Says where the visitor is (spec §1), in words nobody takes for the owner's location. */
export function showLocation(place: VisitAnswer["place"]): void {
  const text = locationText(place);
  const chip = document.querySelector<HTMLElement>("[data-place]");
  if (chip && text) chip.textContent = `Visiting from ${text}`;
}
