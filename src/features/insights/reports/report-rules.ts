/* The dashboard shows these texts. */
import { addWallDays } from "#src/lib/time-zones.ts";

/** How often somebody gets a report by e-mail. */
export const CADENCES = ["off", "weekly", "monthly"] as const;
export type Cadence = (typeof CADENCES)[number];
export type Recurring = Exclude<Cadence, "off">;

/** Reports go out when the reader's clock shows it. */
export const REPORT_TIME = "08:00";

export const LISTED_ROWS_MAX = 5;
export const MOVERS_MAX = 3;

const weekdayOf = (day: string) => (new Date(`${day}T00:00Z`).getUTCDay() + 6) % 7;
const addDays = (day: string, days: number) => addWallDays(`${day}T00:00`, days).slice(0, 10);

function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
}

/** Returns the latest day on which a report was due, given what the reader's clock shows (`2026-11-23T07:59`). */
export function lastDueDay(cadence: Recurring, wall: string): string {
  const day = wall.slice(11) >= REPORT_TIME ? wall.slice(0, 10) : addDays(wall.slice(0, 10), -1);
  return cadence === "monthly" ? `${day.slice(0, 7)}-01` : addDays(day, -weekdayOf(day));
}

export function nextDueDay(cadence: Recurring, last: string): string {
  return cadence === "monthly" ? addMonths(last, 1) : addDays(last, 7);
}

/** The first day of the period before the report, and of the one that it's compared with. Both end where the next begins. */
export function reportedDays(
  cadence: Recurring,
  due: string,
): { before: string; first: string; end: string } {
  if (cadence === "monthly") return { before: addMonths(due, -2), first: addMonths(due, -1), end: due };
  return { before: addDays(due, -14), first: addDays(due, -7), end: due };
}

/** All days from `first` until before `end`. */
export function daysBetween(first: string, end: string): string[] {
  const days: string[] = [];
  for (let day = first; day < end; day = addDays(day, 1)) days.push(day);
  return days;
}

export const dayBefore = (day: string): string => addDays(day, -1);

export const dayAfter = (day: string): string => addDays(day, 1);
