import { MACHINE_LOCALE } from "#src/kit/locale.ts";
import { HOUR_MS } from "#src/lib/time.ts";

/** The part of the page's URL that selects its days. */
export interface PeriodSearch {
  /** A named period such as `7d`, or `custom` with `from` and `to`. */
  period?: string;
  from?: string;
  to?: string;
}

export const NAMED_PERIODS = ["3h", "24h", "7d", "30d", "90d", "12m", "mtd", "qtd", "ytd", "all"] as const;
export type NamedPeriod = (typeof NAMED_PERIODS)[number];

/** A named period ends now. A custom one has two dates, `YYYY-MM-DD`, both included. */
export type Period = { name: NamedPeriod } | { name: "custom"; from: string; to: string };
export const GRANULARITIES = ["minute", "hour", "day", "week", "month"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/** Whole days that a period covers, today included. */
const DAYS: Partial<Record<NamedPeriod, number>> = { "7d": 7, "30d": 30, "90d": 90 };
const HOURS: Partial<Record<NamedPeriod, number>> = { "3h": 3, "24h": 24 };
const DEFAULT_PERIOD: Period = { name: "30d" };
/** Twenty years. */
const CUSTOM_DAYS_MAX = 7305;
const CUSTOM_DAYS_AT_FIRST = 14;
const DAY_MS = 86_400_000;
const MONTHS_PER_YEAR = 12;

/** Returns the period in the URL, or 30 days if that makes no sense. */
export function parsePeriod(search: PeriodSearch): Period {
  const name = NAMED_PERIODS.find((known) => known === search.period);
  if (name) return { name };
  if (search.period !== "custom" || !isDate(search.from) || !isDate(search.to)) return DEFAULT_PERIOD;
  const { from, to } = search;
  return from <= to && daysFrom(from, to) <= CUSTOM_DAYS_MAX ? { name: "custom", from, to } : DEFAULT_PERIOD;
}

/** How long a period has to be, in days, for a step to be worth a chart, and how long it may be. */
const STEP_DAYS: Readonly<Record<Granularity, readonly [min: number, max: number]>> = {
  // Both ends are rounded to quarters of an hour.
  minute: [0, 0.15],
  hour: [0, 14],
  day: [1.9, 740],
  week: [14, 7400],
  month: [59, 7400],
};

/** Returns the steps that the chart offers for a period, as the server answered. */
export function stepsOf({ from, to }: { from: string; to: string }): Granularity[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  return GRANULARITIES.filter((step) => days >= STEP_DAYS[step][0] && days <= STEP_DAYS[step][1]);
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
  const hours = HOURS[period.name];
  if (hours !== undefined) return { from: new Date(now.getTime() - hours * HOUR_MS).toISOString(), tz };
  const today = dateIn(tz, now);
  const days = DAYS[period.name];
  return { from: days === undefined ? firstDay(period.name, today) : shiftDate(today, 1 - days), tz };
}

/** The first day of a period that follows the calendar. */
function firstDay(name: NamedPeriod, today: string): string {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const date = (y: number, m: number, d: number) => new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  if (name === "all") return "start";
  if (name === "ytd") return date(year, 0, 1);
  if (name === "qtd") return date(year, Math.floor((month - 1) / 3) * 3, 1);
  if (name === "mtd") return date(year, month - 1, 1);
  // A year ago, and the day after: February 29 has no day a year before.
  return date(year, month - 1 - MONTHS_PER_YEAR, day + 1);
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
