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

export interface TrendSeries<Name extends string> {
  points: Point<Name>[];
  /** Set if the last point is the hour or day in progress, whose figures are still growing. */
  isOpen: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/** Leaves out hours and days in the future, and tells whether the last one is over. */
export function pastSeries<Name extends string>(
  { series, step, tz }: Trend<Name>,
  now: Date,
): TrendSeries<Name> {
  const points = series.filter(({ at }) => Date.parse(at) <= now.getTime());
  const last = points.at(-1);
  if (!last) return { points, isOpen: false };
  const begun = new Date(last.at);
  const isOpen =
    step === "hour" ? now.getTime() - begun.getTime() < HOUR_MS : dateIn(tz, begun) === dateIn(tz, now);
  return { points, isOpen };
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
  return {
    short: format(step === "hour" ? hour : day),
    full: format({ weekday: "short", ...day, ...(step === "hour" && hour) }),
  };
}
