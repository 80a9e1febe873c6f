import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";
import type { Trigger } from "./definition-rules.ts";

type Schedule = Pick<Extract<Trigger, { type: "schedule" }>, "every" | "time" | "day">;

const WEEK_DAYS = 7;

/** Returns the last moment up to now for which a schedule was set. Months without such a day have their last day. */
export function lastMoment({ every, time, day }: Schedule, zone: string, now: Date): Date {
  if (every === "hour") return lastHour(time, zone, now);
  const today = wallTime(zone, now).slice(0, 10);
  const at = (date: string) => momentIn(zone, `${date}T${time}`);
  if (every === "day") return at(today) <= now ? at(today) : at(plusDays(today, -1));
  if (every === "week") {
    const back = (weekdayOf(today) - Math.min(day, WEEK_DAYS) + WEEK_DAYS) % WEEK_DAYS;
    const date = plusDays(today, -back);
    return at(date) <= now ? at(date) : at(plusDays(date, -WEEK_DAYS));
  }
  const date = inMonth(today.slice(0, 7), day);
  if (at(date) <= now) return at(date);
  return at(inMonth(plusDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7), day));
}

/** By the minutes of a clock there, whose zone may be off by half an hour. */
function lastHour(time: string, zone: string, now: Date): Date {
  const wanted = Number(time.slice(3));
  const shown = Number(wallTime(zone, now).slice(14, 16));
  const minutes = (shown - wanted + 60) % 60;
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000 - minutes * 60_000);
}

const plusDays = (date: string, days: number) => addWallDays(`${date}T00:00`, days).slice(0, 10);

/** 1 is Monday. */
const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() || WEEK_DAYS;

function inMonth(month: string, day: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return `${month}-${String(Math.min(day, last)).padStart(2, "0")}`;
}
