import { DAY_MS } from "#src/lib/time.ts";

/** Times in milliseconds, `to` exclusive. */
interface Range {
  from: number;
  to: number;
}

export type GrainSpan = Range & { grain: "quarter" | "day" | "month" };

/**
 * Cuts a period into the coarsest grains that cover it exactly: whole UTC months and days as far as they have been put
 * together (`done`), quarters of an hour at the edges and after that. Every moment lies in exactly one span.
 */
export function spansOf({ from, to }: Range, done: { day: number; month: number }): GrainSpan[] {
  const days = inner({ from, to: Math.min(to, done.day) }, ceilDay, floorDay);
  const months = inner({ from: days.from, to: Math.min(days.to, done.month) }, ceilMonth, floorMonth);
  const spans: GrainSpan[] =
    days.from >= days.to
      ? [{ grain: "quarter", from, to }]
      : [
          { grain: "quarter", from, to: days.from },
          ...(months.from >= months.to
            ? [{ grain: "day" as const, ...days }]
            : [
                { grain: "day" as const, from: days.from, to: months.from },
                { grain: "month" as const, ...months },
                { grain: "day" as const, from: months.to, to: days.to },
              ]),
          { grain: "quarter", from: days.to, to },
        ];
  return spans.filter((span) => span.from < span.to);
}

function inner(range: Range, ceil: (time: number) => number, floor: (time: number) => number): Range {
  return { from: ceil(range.from), to: floor(range.to) };
}

function floorDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}

function ceilDay(time: number): number {
  return Math.ceil(time / DAY_MS) * DAY_MS;
}

function floorMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

function ceilMonth(time: number): number {
  const floor = floorMonth(time);
  const date = new Date(floor);
  return floor === time ? floor : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
