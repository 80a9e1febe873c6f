/* When messages that repeat come again. All times are wall times: each receiver's own clock shows them. */
import { addWallDays } from "#src/lib/time-zones.ts";
import { isOverEverywhere } from "./broadcast-rules.ts";
import type { REPETITIONS } from "./rules.ts";

export interface Repetition {
  every: (typeof REPETITIONS)[number];
  /** The last day on which it may come. Null: until it's stopped. */
  until: string | null;
  /** The day of the month that it began on. In shorter months, it comes on their last one. */
  day: number;
}

const dayOf = (wall: string) => wall.slice(0, 10);
const isLastDone = (wall: string, until: string | null) => until !== null && dayOf(wall) > until;

export const repetitionFrom = (wall: string, { every, until }: Omit<Repetition, "day">): Repetition => ({
  every,
  until,
  day: Number(wall.slice(8, 10)),
});

function followingTime(wall: string, { every, day }: Repetition): string {
  if (every === "week") return addWallDays(wall, 7);
  const [year, month] = [Number(wall.slice(0, 4)), Number(wall.slice(5, 7))];
  // Day 0 is the last one of the month before, and months count from 0.
  const last = new Date(Date.UTC(year, month + 1, 0));
  const date = new Date(Date.UTC(year, month, Math.min(day, last.getUTCDate())));
  return `${dayOf(date.toISOString())}${wall.slice(10)}`;
}

/** The next time that isn't over yet: what was missed isn't made up for. Undefined after the last one. */
export function nextTime(wall: string, repetition: Repetition, now: Date): string | undefined {
  let next = followingTime(wall, repetition);
  while (isOverEverywhere(next, now) && !isLastDone(next, repetition.until))
    next = followingTime(next, repetition);
  return isLastDone(next, repetition.until) ? undefined : next;
}
