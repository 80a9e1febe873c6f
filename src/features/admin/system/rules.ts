/* The dashboard shows these texts. */

/** What a process says of itself every few seconds. */
export interface NodeFigures {
  /** The machine's load over a minute, and its processors. */
  load: number;
  cpus: number;
  /** Bytes of the process, and of the machine. */
  memory: number;
  memory_total: number;
  /** How late the event loop was for the slowest hundredth, in milliseconds. */
  loop_ms: number;
  disk_free: number;
  disk_total: number;
  page_hits: number;
  page_misses: number;
  page_bytes: number;
}

export const BEAT_MS = 15_000;
/** Three beats may get lost. */
export const SILENT_SECONDS = 60;
/** A node that's been silent for this long isn't listed anymore. */
export const GONE_SECONDS = 600;

const LOOP_MS_MAX = 250;
const MEMORY_SHARE_MAX = 0.9;

export type NodeState = "well" | "busy" | "silent";

export function nodeState(seenAt: string, figures: NodeFigures, now: Date): NodeState {
  if (now.getTime() - Date.parse(seenAt) > SILENT_SECONDS * 1000) return "silent";
  const isFull = figures.memory > MEMORY_SHARE_MAX * figures.memory_total;
  return figures.loop_ms > LOOP_MS_MAX || isFull ? "busy" : "well";
}

/** Jobs that were due this long ago wait for too few workers, or for none. */
export const DUE_SECONDS_MAX = 15 * 60;

export const DOOR_LABELS = {
  smtp: "Mail server",
  dns: "Name servers",
  s3: "S3",
  stripe: "Stripe",
  google: "Google",
} as const;

interface DoorTimes {
  succeeded_at: string | null;
  failed_at: string | null;
}

export function isDoorShut({ succeeded_at, failed_at }: DoorTimes): boolean {
  return failed_at !== null && (succeeded_at === null || failed_at > succeeded_at);
}

/** What a button on the screen does. All of them are safe at any time. */
export const ACTIONS = ["back_up", "verify", "retry_failed", "run_job"] as const;
export type Action = (typeof ACTIONS)[number];

export interface Problem {
  said: string;
  advice: string;
  action: Action | null;
  /** The recurring job that `run_job` runs. */
  target: string;
}

/** Rows that are gone but still take space, from which on a table is worth tidying up. */
const DEAD_ROWS_MIN = 10_000;
const DEAD_SHARE_MAX = 0.2;

export function isBloated({ rows, dead }: { rows: number; dead: number }): boolean {
  return dead > DEAD_ROWS_MIN && dead > DEAD_SHARE_MAX * rows;
}

/** Values of one field of a cron expression, of the forms that we use. */
function valuesIn(field: string, most: number): (value: number) => boolean {
  const tests = field.split(",").map((part) => {
    const [range = "*", step = "1"] = part.split("/");
    const [from = 0, to = from] = range === "*" ? [0, most] : range.split("-").map(Number);
    return (value: number) => value >= from && value <= to && (value - from) % Number(step) === 0;
  });
  return (value) => tests.some((test) => test(value));
}

const DAYS_AHEAD = 400;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

/** The next time, in UTC, that a cron expression of minute, hour, day, month and weekday means. */
export function nextRun(cron: string, now: Date): string | undefined {
  const [minute = "*", hour = "*", day = "*", month = "*", weekday = "*"] = cron.split(" ");
  const isMinute = valuesIn(minute, 59);
  const isHour = valuesIn(hour, 23);
  const isDate = [valuesIn(day, 31), valuesIn(month, 12), valuesIn(weekday, 6)] as const;
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  for (let days = 0; days < DAYS_AHEAD; days++) {
    const date = new Date(midnight + days * DAY_MINUTES * MINUTE_MS);
    if (!isDate[0](date.getUTCDate()) || !isDate[1](date.getUTCMonth() + 1) || !isDate[2](date.getUTCDay()))
      continue;
    for (let at = 0; at < DAY_MINUTES; at++) {
      const time = date.getTime() + at * MINUTE_MS;
      if (time > now.getTime() && isHour(Math.floor(at / 60)) && isMinute(at % 60))
        return new Date(time).toISOString();
    }
  }
  return undefined;
}
