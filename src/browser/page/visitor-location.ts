import { visitingFrom } from "#src/features/public/public-page/page/location-text.ts";
import type { VisitAnswer } from "./visit.ts";

/** A location is trusted for a day (spec §9). */
const PLACE_KEPT_MS = 24 * 60 * 60_000;

interface KeptPlace {
  place: VisitAnswer["place"];
  at: number;
}

/** Stores the session's location in the browser (spec §9), where storage may be full, off, or throw. */
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
        // Without storage, it's requested again.
      }
    },
  };
}

/** Shows the visitor's location (spec §1). */
export function showLocation(place: VisitAnswer["place"]): void {
  const text = visitingFrom(place);
  const chip = document.querySelector<HTMLElement>("[data-place]");
  if (chip && text) chip.textContent = text;
}
