import { MACHINE_LOCALE } from "#src/kit/locale.ts";

/** The part of the page's URL that selects its days. */
export interface PeriodSearch {
  /** A named period such as `7d`, or `custom` with `from` and `to`. */
  period?: string;
  from?: string;
  to?: string;
}

const NAMED_PERIODS = ["24h", "7d", "30d", "90d"] as const;
type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** A named period ends now. A custom one has two dates, `YYYY-MM-DD`, both included. */
export type Period = { name: NamedPeriod } | { name: "custom"; from: string; to: string };
export type Granularity = "hour" | "day";

/** Whole days that a period covers, today included. */
const DAYS = { "24h": 1, "7d": 7, "30d": 30, "90d": 90 } as const;
const DEFAULT_PERIOD: Period = { name: "30d" };
const CUSTOM_DAYS_MAX = 731;
const CUSTOM_DAYS_AT_FIRST = 14;
/** Beyond this, hours in a chart are too narrow to tell apart. */
const HOURS_SHOWN_DAYS_MAX = 14;
const HOURS_BY_DEFAULT_DAYS_MAX = 2;
const DAY_MS = 86_400_000;

/** Returns the period in the URL, or 30 days if that makes no sense. */
export function parsePeriod(search: PeriodSearch): Period {
  const name = NAMED_PERIODS.find((known) => known === search.period);
  if (name) return { name };
  if (search.period !== "custom" || !isDate(search.from) || !isDate(search.to)) return DEFAULT_PERIOD;
  const { from, to } = search;
  return from <= to && daysFrom(from, to) <= CUSTOM_DAYS_MAX ? { name: "custom", from, to } : DEFAULT_PERIOD;
}

/** Counts the days of a period. A day in progress counts as a whole one. */
function periodDays(period: Period): number {
  return period.name === "custom" ? daysFrom(period.from, period.to) : DAYS[period.name];
}

/** Returns the steps that the chart offers for a period, default first. */
export function stepsOf(period: Period): readonly Granularity[] {
  if (period.name === "24h") return ["hour"];
  const days = periodDays(period);
  if (days > HOURS_SHOWN_DAYS_MAX) return ["day"];
  return days <= HOURS_BY_DEFAULT_DAYS_MAX ? ["hour", "day"] : ["day", "hour"];
}

/**
 * Returns the input for the server. Dates are days in the time zone `tz`, where a named period starts with a
 * whole day.
 */
export function periodInput(
  period: Period,
  now: Date,
  tz: string,
): { from: string; to?: string; tz: string } {
  if (period.name === "custom") return { from: period.from, to: period.to, tz };
  if (period.name === "24h") return { from: new Date(now.getTime() - DAY_MS).toISOString(), tz };
  return { from: shiftDate(dateIn(tz, now), 1 - DAYS[period.name]), tz };
}

/** The custom period before anyone picked one. */
export function firstCustomPeriod(now: Date, tz: string): Period {
  const today = dateIn(tz, now);
  return { name: "custom", from: shiftDate(today, 1 - CUSTOM_DAYS_AT_FIRST), to: today };
}

export function earliestDate(now: Date, tz: string): string {
  return shiftDate(dateIn(tz, now), 1 - CUSTOM_DAYS_MAX);
}

/** Returns the calendar date in `tz` at the moment `at`, `YYYY-MM-DD`. */
export function dateIn(tz: string, at: Date): string {
  const format = new Intl.DateTimeFormat(MACHINE_LOCALE, {
    timeZone: tz,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get("year")}-${parts.get("month")}-${parts.get("day")}`;
}

function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function daysFrom(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / DAY_MS) + 1;
}

function isDate(text: string | undefined): text is string {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00Z`);
  // JavaScript would read February 30 as a day in March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
