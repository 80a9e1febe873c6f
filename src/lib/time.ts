import { plainLocale } from "./locale.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;

export const HOUR_MS = DAY_MS / 24;

export const MINUTE_MS = HOUR_MS / 60;

/** Returns the ISO time `hours` after `time`, or before it if negative. */
export function addHours(time: Date, hours: number): string {
  return new Date(time.getTime() + hours * HOUR_MS).toISOString();
}

/** Returns the ISO time `seconds` after `time`. */
export function addSeconds(time: Date, seconds: number): string {
  return new Date(time.getTime() + seconds * 1000).toISOString();
}

/** Returns the ISO time `days` after `time`, or before it if negative. */
export function addDays(time: Date | string, days: number): string {
  return new Date(new Date(time).getTime() + days * DAY_MS).toISOString();
}

/**
 * Returns a timestamp for a row's next version: now, but always later than the last one, so that no two
 * versions look alike.
 */
export function nextVersion(last: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(last) + 1)).toISOString();
}

/** True if both texts name the same moment. */
export function isSameTime(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}

/**
 * Names that machines accept but IANA doesn't list. People read `BST` as London, software as Dhaka, and
 * databases don't know most of these.
 */
const NOT_IANA =
  /^(?:a[cegrs]t|aet|bet|bst|c[ans]t|ctt|e[ac]t|i[es]t|jst|mit|n[es]t|p[lnrs]t|sst|vst|us\/pacific-new|systemv\/.*)$/i;

/** True for an IANA time zone such as `Europe/Berlin`, as far as this machine knows them. */
export function isTimeZone(name: string): boolean {
  // Databases would read an offset like +05:30 the other way around.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name) || NOT_IANA.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Formats a moment's day in UTC for e-mail in `language`: `January 31, 2026`. */
export function formatDay(time: string, language?: string | null): string {
  const format = new Intl.DateTimeFormat(plainLocale(language), { dateStyle: "long", timeZone: "UTC" });
  return format.format(new Date(time));
}

/** True for a day such as `2026-12-31` that the calendar has, from the years 1000 to 2999. */
export function isCalendarDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
