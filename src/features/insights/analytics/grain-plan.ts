import { DAY_MS } from "#src/lib/time.ts";

/**
 * Part of a period that is read from one grain and added, or subtracted (`sign` -1). Times in ms, `to`
 * exclusive.
 */
export interface GrainSpan {
  grain: "quarter" | "day" | "month";
  from: number;
  to: number;
  sign: 1 | -1;
}

interface Grain {
  name: GrainSpan["grain"];
  /** The end of its complete rows. */
  done: number;
  floor(time: number): number;
  next(start: number): number;
  finer: Grain | undefined;
}

const QUARTER: Grain = {
  name: "quarter",
  done: Number.POSITIVE_INFINITY,
  floor: (time) => time,
  next: (time) => time,
  finer: undefined,
};

/**
 * Finds the fewest rows that make up a period exactly: whole UTC months and days as far as they go (`done`),
 * and quarters of an hour at the edges. If most of a month or day is covered, the rest is subtracted instead
 * of adding up the part.
 */
export function planGrains(
  { from, to }: { from: number; to: number },
  done: { day: number; month: number },
): GrainSpan[] {
  const day: Grain = {
    name: "day",
    done: done.day,
    floor: (time) => Math.floor(time / DAY_MS) * DAY_MS,
    next: (start) => start + DAY_MS,
    finer: QUARTER,
  };
  const month: Grain = {
    name: "month",
    done: done.month,
    floor: (time) => startOfMonth(new Date(time), 0),
    next: (start) => startOfMonth(new Date(start), 1),
    finer: day,
  };
  return cover(from, to, { grain: month, sign: 1 });
}

function startOfMonth(date: Date, later: number): number {
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

interface How {
  grain: Grain;
  sign: 1 | -1;
}

function cover(from: number, to: number, { grain, sign }: How): GrainSpan[] {
  if (from >= to) return [];
  if (!grain.finer) return [{ grain: grain.name, from, to, sign }];
  const start = grain.floor(from);
  const first = start === from ? start : grain.next(start);
  const last = grain.floor(Math.min(to, grain.done));
  if (first >= last) return coverPart(from, to, { grain, sign });
  return [
    ...coverPart(from, first, { grain, sign }),
    { grain: grain.name, from: first, to: last, sign },
    ...coverPart(last, to, { grain, sign }),
  ];
}

/** Less than one whole unit, or units that don't exist yet. */
function coverPart(from: number, to: number, { grain, sign }: How): GrainSpan[] {
  const finer = grain.finer;
  if (from >= to || !finer) return [];
  const start = grain.floor(from);
  const end = grain.next(start);
  const isMost = to <= end && end <= grain.done && (to - from) * 2 > end - start;
  if (!isMost) return cover(from, to, { grain: finer, sign });
  const rest: How = { grain: finer, sign: sign === 1 ? -1 : 1 };
  return [
    { grain: grain.name, from: start, to: end, sign },
    ...cover(start, from, rest),
    ...cover(to, end, rest),
  ];
}
