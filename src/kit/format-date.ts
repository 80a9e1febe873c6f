import { wallTime } from "#src/lib/time-zones.ts";
import { LOCALE } from "./locale.ts";
import { currentZone } from "./zone.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, name: "moment" | "time"): Intl.DateTimeFormat {
  const key = `${zone} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const options: Record<typeof name, Intl.DateTimeFormatOptions> = {
    moment: { dateStyle: "medium", timeStyle: "short" },
    time: { timeStyle: "short" },
  };
  const made = new Intl.DateTimeFormat(LOCALE, { ...options[name], timeZone: zone });
  formats.set(key, made);
  return made;
}

/** Formats a moment in the reader's own time zone. */
export function formatDateTime(at: string): string {
  return format(currentZone(), "moment").format(new Date(at));
}

/**
 * Formats a moment with its zone, where a time is chosen or confirmed: `May 4, 2026, 9:00 AM
 * (Europe/Madrid)`.
 */
export function formatZonedDateTime(at: string): string {
  return `${formatDateTime(at)} (${currentZone()})`;
}

const DAY_MS = 24 * 3_600_000;
const NEAR = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });

/** Formats a future moment: `today, 6:40 AM`, `tomorrow, 6:40 AM`, or with its date. */
export function formatUpcoming(at: string, now = new Date()): string {
  const zone = currentZone();
  const dayOf = (date: Date) => Date.parse(wallTime(zone, date).slice(0, 10));
  const days = Math.round((dayOf(new Date(at)) - dayOf(now)) / DAY_MS);
  if (days < 0 || days > 1) return formatDateTime(at);
  return `${NEAR.format(days, "day")}, ${format(zone, "time").format(new Date(at))}`;
}
