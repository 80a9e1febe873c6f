/*
 * When a link opens, and for whom: its schedule, its end, its audience, and whether it asks for a password. Visitors
 * always open such a link through `/go/`, so that its URL is in no page and a page that's still open in a browser
 * follows the rules, too.
 */
import { DAY_MS } from "#src/lib/time.ts";
import { addWallDays, momentIn, wallTime } from "#src/lib/time-zones.ts";

/** A part of a week. One that ends before it starts goes on into the next day. */
export interface ScheduleWindow {
  /** Monday is 1, Sunday 7. */
  days: number[];
  /** `HH:MM` in the schedule's time zone. */
  from: string;
  until: string;
}

export interface Schedule {
  from: string | null;
  until: string | null;
  time_zone: string;
  /** Always, if there are none. */
  windows: ScheduleWindow[];
}

export const AUDIENCE_LISTS = [
  "allowed_devices",
  "blocked_devices",
  "allowed_apps",
  "blocked_apps",
  "allowed_languages",
  "blocked_languages",
] as const;

export type Audience = Record<(typeof AUDIENCE_LISTS)[number], string[]>;

export interface LinkAccess {
  schedule: Schedule | null;
  expires_at: string | null;
  /** The number of visitors who may open it. */
  expires_clicks: number | null;
  /** Where it leads once it has ended. */
  expired_url: string | null;
  /** How many have opened it since `expires_clicks` was set. */
  opened_count: number;
  audience: Audience | null;
  has_password: boolean;
}

/** A link as its owner sees it, or as pages read it, with `access` null for most. */
export type WithAccess = Partial<LinkAccess> & { access?: LinkAccess | null };

/** Returns the conditions of a link. Null if it's always open to everyone. */
export function accessOf(link: WithAccess): LinkAccess | null {
  if (link.access !== undefined) return link.access;
  const { schedule, expires_at, expires_clicks, audience, has_password } = link;
  if (!schedule && !expires_at && !expires_clicks && !audience && !has_password) return null;
  return {
    schedule: schedule ?? null,
    expires_at: expires_at ?? null,
    expires_clicks: expires_clicks ?? null,
    expired_url: link.expired_url ?? null,
    opened_count: link.opened_count ?? 0,
    audience: audience ?? null,
    has_password: has_password ?? false,
  };
}

export type AccessState = "open" | "waiting" | "expired";

/** The very moment of an end is over, and that of a start isn't early. */
export function stateOf(access: LinkAccess, now: number): AccessState {
  const { expires_at, expires_clicks, opened_count, schedule } = access;
  if (expires_at !== null && Date.parse(expires_at) <= now) return "expired";
  if (expires_clicks !== null && opened_count >= expires_clicks) return "expired";
  return schedule === null || isOpen(schedule, now) ? "open" : "waiting";
}

/** True if the link is on its page. One that has ended stays if it leads elsewhere. */
export function isListed(link: WithAccess, now: number): boolean {
  const access = accessOf(link);
  if (access === null) return true;
  const state = stateOf(access, now);
  return state === "open" || (state === "expired" && access.expired_url !== null);
}

/** Returns when the state changes by itself; undefined if it doesn't. */
export function accessChangesAt(link: WithAccess, now: number): number | undefined {
  const access = accessOf(link);
  if (access === null) return undefined;
  const { schedule, expires_at } = access;
  const bounds = [expires_at, schedule?.from, schedule?.until].flatMap((at) => (at ? [Date.parse(at)] : []));
  const spans = schedule ? spansAround(schedule, now).flat() : [];
  const later = [...bounds, ...spans].filter((at) => at > now);
  return later.length > 0 ? Math.min(...later) : undefined;
}

function isOpen(schedule: Schedule, now: number): boolean {
  const { from, until, windows } = schedule;
  if (from !== null && now < Date.parse(from)) return false;
  if (until !== null && now >= Date.parse(until)) return false;
  if (windows.length === 0) return true;
  return spansAround(schedule, now).some(([start, end]) => start <= now && now < end);
}

const WEEK_DAYS = 7;

/** Returns the windows' starts and ends, from yesterday's to those in a week. */
function spansAround({ windows, time_zone }: Schedule, now: number): [number, number][] {
  if (windows.length === 0) return [];
  const today = `${wallTime(time_zone, new Date(now)).slice(0, 10)}T00:00`;
  const days = Array.from({ length: WEEK_DAYS + 2 }, (_, at) => addWallDays(today, at - 1));
  const moment = (day: string, time: string) => momentIn(time_zone, `${day.slice(0, 10)}T${time}`).getTime();
  return days.flatMap((day) =>
    windows
      .filter((window) => window.days.includes(weekday(day)))
      .map(({ from, until }): [number, number] => [
        moment(day, from),
        moment(until <= from ? addWallDays(day, 1) : day, until),
      ]),
  );
}

function weekday(wall: string): number {
  const days = Math.floor(Date.parse(`${wall}Z`) / DAY_MS);
  // January 1, 1970 was a Thursday.
  return ((days + 3) % WEEK_DAYS) + 1;
}

/** What stands for any browser that isn't an app's own. */
export const NO_APP = "browser";

/** A visitor's device, app, and first language. Whatever is unknown keeps nobody out. */
export interface AudienceMember {
  device: string | undefined;
  app: string | undefined;
  language: string | undefined;
}

export function admits(audience: Audience, { device, app, language }: AudienceMember): boolean {
  const { allowed_devices, blocked_devices, allowed_apps, blocked_apps } = audience;
  const { allowed_languages, blocked_languages } = audience;
  return (
    isAmong(device, allowed_devices, blocked_devices) &&
    isAmong(app, allowed_apps, blocked_apps) &&
    isAmong(language, allowed_languages, blocked_languages)
  );
}

function isAmong(value: string | undefined, allowed: readonly string[], blocked: readonly string[]): boolean {
  if (value === undefined) return true;
  return !blocked.includes(value) && (allowed.length === 0 || allowed.includes(value));
}
