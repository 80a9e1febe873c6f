import { LOCALE } from "#src/kit/locale.ts";
import { dateIn, type Granularity } from "./period.ts";

/** One line of a chart. Its color is the style sheet's `--series-…` of its name. */
export interface Line<Name extends string = string> {
  name: Name;
  label: string;
}

type Point<Name extends string> = { at: string } & Record<Name, number>;

export interface Trend<Name extends string> {
  step: Granularity;
  tz: string;
  series: Point<Name>[];
}

/** A vertical line at a point, with a short label. */
export interface ChartMark {
  at: string;
  label: string;
}

export interface TrendSeries<Name extends string> {
  points: Point<Name>[];
  /** Set if the last point is the hour or day in progress, whose figures are still growing. */
  isOpen: boolean;
}

const MINUTE_MS = 60_000;
const WEEK_DAYS = 7;

/** Leaves out hours and days in the future, and tells whether the last one is over. */
export function pastSeries<Name extends string>(
  { series, step, tz }: Trend<Name>,
  now: Date,
): TrendSeries<Name> {
  const points = series.filter(({ at }) => Date.parse(at) <= now.getTime());
  const last = points.at(-1);
  if (!last) return { points, isOpen: false };
  return { points, isOpen: isInProgress(new Date(last.at), now, { step, tz }) };
}

function isInProgress(begun: Date, now: Date, { step, tz }: { step: Granularity; tz: string }): boolean {
  const passed = now.getTime() - begun.getTime();
  if (step === "minute") return passed < MINUTE_MS;
  if (step === "hour") return passed < 60 * MINUTE_MS;
  const [first, today] = [dateIn(tz, begun), dateIn(tz, now)];
  if (step === "month") return first.slice(0, 7) === today.slice(0, 7);
  const days = (Date.parse(today) - Date.parse(first)) / (24 * 60 * MINUTE_MS);
  return days < (step === "week" ? WEEK_DAYS : 1);
}

/** Names the dashed series that leads to the open end of a series. */
export const openSeries = <Name extends string>(name: Name) => `${name}_open` as const;

/** Returns the chart's rows. If the end is open, the last stretch belongs to the dashed series. */
export function chartRows<Name extends string>(
  { points, isOpen }: TrendSeries<Name>,
  lines: readonly Line<Name>[],
): Record<string, string | number | null>[] {
  const last = points.length - 1;
  return points.map((point, index) => {
    const isLast = isOpen && index === last;
    const isDashed = isLast || (isOpen && index === last - 1);
    const row: Record<string, string | number | null> = { at: point.at };
    for (const { name } of lines) {
      row[name] = isLast && last > 0 ? null : point[name];
      row[openSeries(name)] = isDashed ? point[name] : null;
    }
    return row;
  });
}

/** Formats the moment `at` in the time zone `tz`: short for an axis, or in full. */
export function momentFormat(
  step: Granularity,
  tz: string,
): { short: (at: string) => string; full: (at: string) => string } {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const written = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: tz });
    return (at: string) => written.format(new Date(at));
  };
  const day = { month: "short", day: "numeric" } as const;
  const hour = { hour: "numeric", minute: "2-digit" } as const;
  if (step === "month")
    return {
      short: format({ month: "short", year: "2-digit" }),
      full: format({ month: "long", year: "numeric" }),
    };
  if (step === "week") {
    const written = format({ ...day, year: "numeric" });
    return { short: format(day), full: (at) => `Week of ${written(at)}` };
  }
  const isTime = step === "hour" || step === "minute";
  return {
    short: format(isTime ? hour : day),
    full: format({ weekday: "short", ...day, ...(isTime && hour) }),
  };
}
