import type { Campaign } from "#src/features/email/campaigns/contract.ts";
import type { RecurrenceForm } from "#src/features/email/campaigns/schedule/schedule-contract.ts";
import { formatDateTime, formatZonedDateTime } from "#src/kit/format-date.ts";
import { LOCALE } from "#src/kit/locale.ts";
import { currentZone } from "#src/kit/zone.ts";
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The time step's form. `wall` is the reader's wall time, or with `isLocal` everyone's own. */
export type ScheduleForm = { kind: "now" } | SendAt | Repeat;
export interface Repeat {
  kind: "repeat";
  rhythm: RecurrenceForm;
}
export interface SendAt {
  kind: "once";
  wall: string;
  isLocal: boolean;
}

export function toScheduleForm({
  scheduled_at,
  local_time,
}: Pick<Campaign, "scheduled_at" | "local_time">): ScheduleForm {
  return scheduled_at === null ? { kind: "now" } : toSendAt(scheduled_at, local_time);
}

export function toSendAt(at: string, local_time: string | null): SendAt {
  return {
    kind: "once",
    wall: local_time ?? wallTime(currentZone(), new Date(at)),
    isLocal: local_time !== null,
  };
}

export function nextHour(): string {
  return wallTime(currentZone(), new Date(Math.ceil((Date.now() + 1) / HOUR_MS) * HOUR_MS));
}

export function timeOf({ wall, isLocal }: SendAt) {
  if (isLocal) return { local_time: wall, time_zone: currentZone() };
  return { at: momentIn(currentZone(), wall).toISOString() };
}

interface Timed {
  at: string;
  local_time: string | null;
}

/** Returns the day on which a calendar in a zone shows something. */
export const dayOf = ({ at }: Timed, zone: string) => wallTime(zone, new Date(at)).slice(0, 10);

/** Returns the same time on another day, as a request. By local time, it moves by the same number of days. */
export function onDay({ at, local_time }: Timed, day: string, zone: string) {
  if (local_time === null)
    return { at: momentIn(zone, day + wallTime(zone, new Date(at)).slice(10)).toISOString() };
  const days = (Date.parse(day) - Date.parse(dayOf({ at, local_time }, zone))) / DAY_MS;
  return { local_time: addWallDays(local_time, days) };
}

export function originalTime({ at, local_time }: Timed) {
  return local_time === null ? { at } : { local_time };
}

export function formatSendAt({ wall, isLocal }: SendAt): string {
  const moment = momentIn(currentZone(), wall).toISOString();
  return isLocal ? `${formatDateTime(moment)}, by everyone’s own clock` : formatZonedDateTime(moment);
}

/** Weekly, on today's weekday. */
export function newRecurrence(): RecurrenceForm {
  const today = new Date();
  return {
    every: "week",
    weekdays: [today.getDay()],
    month_day: today.getDate(),
    time: "09:00",
    time_zone: currentZone(),
    ends_on: null,
    runs_max: null,
  };
}

const SUNDAY = Date.UTC(2026, 0, 4);
const WEEKDAY = new Intl.DateTimeFormat(LOCALE, { weekday: "long", timeZone: "UTC" });
export const weekdayName = (day: number) => WEEKDAY.format(SUNDAY + day * DAY_MS);
const LIST = new Intl.ListFormat(LOCALE);
const TIME = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short", timeZone: "UTC" });

/** Formats a rhythm: `every Monday at 9:00 AM`. */
export function formatRecurrence({ every, weekdays, month_day, time }: RecurrenceForm): string {
  const at = TIME.format(new Date(`2026-01-01T${time}Z`));
  if (every === "day") return `every day at ${at}`;
  if (every === "month") return `every month on day ${month_day ?? 1} at ${at}`;
  return `every ${LIST.format([...weekdays].sort().map(weekdayName))} at ${at}`;
}
