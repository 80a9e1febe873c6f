/* Clocks in time zones. A wall time is what a clock in the zone shows: `2026-03-29T09:30`. */
import { DAY_MS, isTimeZone } from "./time.ts";

/** True for a valid wall time since 1970. */
export function isWallTime(text: string): boolean {
  if (!/^(19[7-9]|2\d\d)\d-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  const naive = Date.parse(`${text}Z`);
  // JavaScript turns February 30 into a day in March.
  return !Number.isNaN(naive) && new Date(naive).toISOString().startsWith(text);
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();
const ZONES_KEPT = 600;

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (FORMATS.size < ZONES_KEPT) FORMATS.set(zone, made);
  return made;
}

/** Returns a zone's wall time as if it were UTC, in milliseconds since 1970. */
function shownIn(zone: string, at: number): number {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;
  const { year, month, day, hour, minute, second } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Returns the wall time in a zone at a moment, to the minute: `2026-03-29T09:30`. */
export function wallTime(zone: string, at: Date): string {
  return new Date(shownIn(zone, at.getTime())).toISOString().slice(0, 16);
}

/**
 * Returns the moment at which a clock in the zone shows a wall time. A time that's skipped when clocks go
 * forward moves later by the gap; of a time that occurs twice, the first counts.
 */
export function momentIn(zone: string, wall: string): Date {
  const naive = Date.parse(`${wall}Z`);
  const offsetAt = (at: number) => shownIn(zone, at) - at;
  const before = naive - offsetAt(naive - DAY_MS);
  const after = naive - offsetAt(naive + DAY_MS);
  const isShown = (at: number) => shownIn(zone, at) === naive;
  return new Date(isShown(before) || !isShown(after) ? before : after);
}

export function addWallDays(wall: string, days: number): string {
  return new Date(Date.parse(`${wall}Z`) + days * DAY_MS).toISOString().slice(0, 16);
}

/** Intl knows the zones of countries, and TypeScript doesn't know that yet. */
type Region = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** The time zones of a country, by its two letters. Empty if it's unknown. */
export function zonesOf(country: string): string[] {
  if (!/^[A-Z]{2}$/.test(country)) return [];
  return (new Intl.Locale(`und-${country}`) as Region).getTimeZones?.() ?? [];
}

/** Somebody's time zone: their own, else their country's if all of its clocks agree now, else `rest`. */
export function zoneAt(
  { time_zone, country }: { time_zone: string | null; country: string },
  { rest, now }: { rest: string; now: Date },
): string {
  if (time_zone !== null && isTimeZone(time_zone)) return time_zone;
  const zones = zonesOf(country);
  const [first] = zones;
  if (first === undefined) return rest;
  const shown = new Set(zones.map((zone) => wallTime(zone, now)));
  return shown.size === 1 ? first : rest;
}
