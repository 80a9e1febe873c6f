/* When a wait is over, by the clock where somebody lives. */
import { DAY_MS } from "#src/lib/time.ts";
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";
import type { Definition, Duration, Wait } from "./definition-rules.ts";

const UNIT_MS = { minutes: 60_000, hours: 3_600_000, days: DAY_MS, weeks: 7 * DAY_MS } as const;
const WEEK_DAYS = 7;

/**
 * Returns when a wait that begins now is over. Days and weeks keep the time of day where clocks change. A wait for a
 * condition is over at its latest.
 */
export function endOfWait(wait: Wait, zone: string, now: Date): Date {
  if (wait.kind === "date") return later(now, momentIn(zone, wait.at));
  if (wait.kind === "weekday") return nextWeekday(wait, zone, now);
  const end = addDuration(wait, zone, now);
  return wait.kind === "for" && wait.time !== null ? nextTime(wait.time, zone, end) : end;
}

const later = (a: Date, b: Date) => (a > b ? a : b);

export function addDuration({ amount, unit }: Duration, zone: string, now: Date): Date {
  if (unit !== "days" && unit !== "weeks") return new Date(now.getTime() + amount * UNIT_MS[unit]);
  const days = unit === "weeks" ? amount * WEEK_DAYS : amount;
  const seconds = now.getTime() % 60_000;
  return later(now, new Date(momentIn(zone, addWallDays(wallTime(zone, now), days)).getTime() + seconds));
}

/** Returns the next moment at which a clock in the zone shows a time such as `09:00`. */
export function nextTime(time: string, zone: string, from: Date): Date {
  const today = wallTime(zone, from).slice(0, 10);
  const at = momentIn(zone, `${today}T${time}`);
  return at >= from ? at : momentIn(zone, addWallDays(`${today}T${time}`, 1));
}

function nextWeekday({ weekdays, time }: Extract<Wait, { kind: "weekday" }>, zone: string, now: Date): Date {
  const today = wallTime(zone, now).slice(0, 10);
  for (let days = 0; days <= WEEK_DAYS; days++) {
    const wall = addWallDays(`${today}T${time}`, days);
    const at = momentIn(zone, wall);
    if (at > now && weekdays.includes(weekdayOf(wall))) return at;
  }
  return now;
}

/** 1 is Monday. */
function weekdayOf(wall: string): number {
  return new Date(`${wall}Z`).getUTCDay() || WEEK_DAYS;
}

/** Returns when e-mail may go out: now, or when the hours begin. They may go over midnight. */
export function nextSendingTime(hours: Definition["hours"], zone: string, now: Date): Date {
  if (hours === null || hours.from === hours.to) return now;
  const time = wallTime(zone, now).slice(11);
  const { from, to } = hours;
  const isOpen = from < to ? time >= from && time < to : time >= from || time < to;
  return isOpen ? now : nextTime(from, zone, now);
}
