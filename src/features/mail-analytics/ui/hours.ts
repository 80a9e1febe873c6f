import { LOCALE } from "#src/kit/locale.ts";
import type { MailAnalytics } from "../contract.ts";

type Hour = MailAnalytics["hours"][number];

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const HOUR_MS = 3_600_000;
/** A Monday. */
const MONDAY_MS = Date.UTC(2026, 0, 5);

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: "UTC" });
const WEEKDAY = { long: format({ weekday: "long" }), short: format({ weekday: "short" }) };
const HOUR = format({ hour: "numeric" });

export const weekdayName = (weekday: number, length: "long" | "short") =>
  WEEKDAY[length].format(MONDAY_MS + (weekday - 1) * 24 * HOUR_MS);
export const hourName = (hour: number) => HOUR.format(MONDAY_MS + hour * HOUR_MS);

const eventsIn = ({ opened, clicked }: Hour) => opened + clicked;

/** The hours of the week in which most people opened or clicked, the best first. */
export function bestHours(hours: readonly Hour[], most: number): Hour[] {
  return hours.toSorted((a, b) => eventsIn(b) - eventsIn(a)).slice(0, most);
}

/** How much happened in an hour of the week, from 0 to 1 of the best one. */
export function shareOf(hours: readonly Hour[]): (weekday: number, hour: number) => number {
  const most = Math.max(1, ...hours.map(eventsIn));
  const found = new Map(hours.map((row) => [`${row.weekday} ${row.hour}`, eventsIn(row)]));
  return (weekday, hour) => (found.get(`${weekday} ${hour}`) ?? 0) / most;
}
