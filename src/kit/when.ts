import { CLOCK_ZONE } from "./clock-time.ts";
import { LOCALE } from "./locale.ts";

/** The reader's own time zone: what they chose, else their device's. */
const chosen: { zone?: string | undefined } = {};

/** Told by the shell, before anything shows a time. */
export function chooseZone(zone: string | null | undefined): void {
  chosen.zone = zone ?? undefined;
}

export function currentZone(): string {
  return chosen.zone ?? (CLOCK_ZONE || "UTC");
}

const formats = new Map<string, Intl.DateTimeFormat>();

function format(zone: string, name: "moment" | "day" | "time"): Intl.DateTimeFormat {
  const key = `${zone} ${name}`;
  const known = formats.get(key);
  if (known) return known;
  const options: Record<typeof name, Intl.DateTimeFormatOptions> = {
    moment: { dateStyle: "medium", timeStyle: "short" },
    day: { year: "numeric", month: "2-digit", day: "2-digit" },
    time: { timeStyle: "short" },
  };
  const made = new Intl.DateTimeFormat(name === "day" ? "en-CA" : LOCALE, {
    ...options[name],
    timeZone: zone,
  });
  formats.set(key, made);
  return made;
}

/** A moment in words, in the reader's own time zone. */
export function whenWords(at: string): string {
  return format(currentZone(), "moment").format(new Date(at));
}

/** The same with the zone, where a time is chosen or asked about: `May 4, 2026, 9:00 AM (Europe/Madrid)`. */
export function zonedWords(at: string): string {
  return `${whenWords(at)} (${currentZone()})`;
}

const DAY_MS = 24 * 3_600_000;
const NEAR = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });

/** A moment ahead: `today, 6:40 AM`, `tomorrow, 6:40 AM`, or with its date. */
export function soonWords(at: string, now = new Date()): string {
  const zone = currentZone();
  const dayOf = (date: Date) => Date.parse(format(zone, "day").format(date));
  const days = Math.round((dayOf(new Date(at)) - dayOf(now)) / DAY_MS);
  if (days < 0 || days > 1) return whenWords(at);
  return `${NEAR.format(days, "day")}, ${format(zone, "time").format(new Date(at))}`;
}
