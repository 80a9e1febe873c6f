import { LOCALE } from "#src/kit/locale.ts";
import type { Analytics } from "../contract.ts";
import { dateIn, type Step } from "./period.ts";

export const SERIES = [
  { name: "views", label: "Views" },
  { name: "visitors", label: "Unique visitors" },
  { name: "clicks", label: "Clicks" },
] as const;

export type Trend = Pick<Analytics, "series" | "step" | "tz">;
type Point = Trend["series"][number];

/** A period's series up to now. */
export interface Course {
  points: Point[];
  /** Whether the last point is the hour or day in progress, whose figures are still growing. */
  isOpen: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/** Leaves out hours and days in the future, and tells whether the last one is over. */
export function courseOf({ series, step, tz }: Trend, now: Date): Course {
  const points = series.filter(({ at }) => Date.parse(at) <= now.getTime());
  const last = points.at(-1);
  if (!last) return { points, isOpen: false };
  const begun = new Date(last.at);
  const isOpen =
    step === "hour" ? now.getTime() - begun.getTime() < HOUR_MS : dateIn(tz, begun) === dateIn(tz, now);
  return { points, isOpen };
}

/** The name of the dashed series that leads to the open end of a series. */
export const openSeries = <Name extends string>(name: Name) => `${name}_open` as const;

/** The chart's rows. If the end is open, the last stretch belongs to the dashed series. */
export function chartRows({ points, isOpen }: Course): Record<string, string | number | null>[] {
  const last = points.length - 1;
  return points.map((point, index) => {
    const isLast = isOpen && index === last;
    const isDashed = isLast || (isOpen && index === last - 1);
    const row: Record<string, string | number | null> = { at: point.at };
    for (const { name } of SERIES) {
      row[name] = isLast && last > 0 ? null : point[name];
      row[openSeries(name)] = isDashed ? point[name] : null;
    }
    return row;
  });
}

/** Formats the moment `at` in the time zone `tz`: short for an axis, or in full. */
export function momentFormat(
  step: Step,
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
