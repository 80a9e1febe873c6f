import { LOCALE } from "#src/kit/locale.ts";
import { currentZone } from "#src/kit/zone.ts";
import { momentIn, wallTime } from "#src/lib/time-zones.ts";

const END = new Intl.DateTimeFormat(LOCALE, { dateStyle: "long", timeStyle: "short" });

/** Formats a picker's `YYYY-MM-DD HH:mm:ss` in words. */
export function formatDeadline(clock: string): string {
  return END.format(new Date(clock.replace(" ", "T")));
}

/** Converts an ISO moment to a picker's format, `YYYY-MM-DD HH:mm:ss` in the reader's time zone, or null. */
export function toPickerTime(iso: string | null): string | null {
  const moment = new Date(iso ?? Number.NaN);
  if (Number.isNaN(moment.getTime())) return null;
  // Zones differ by whole minutes.
  const seconds = moment.toISOString().slice(17, 19);
  return `${wallTime(currentZone(), moment).replace("T", " ")}:${seconds}`;
}

/** Converts a picker's `YYYY-MM-DD HH:mm:ss` to ISO 8601 in UTC, or null. */
export function fromPickerTime(clock: string | null): string | null {
  const wall = clock?.replace(" ", "T") ?? "";
  return Number.isNaN(Date.parse(wall)) ? null : momentIn(currentZone(), wall).toISOString();
}
