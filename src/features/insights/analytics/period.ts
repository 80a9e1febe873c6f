import type * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import { DAY_MS, isTimeZone } from "#src/lib/time.ts";
import type { Db } from "#src/platform/db/database.ts";
import { ANALYTICS_ERRORS, type periodSchema } from "./contract.ts";
import { findPeriod, type Period, type PeriodBound } from "./period-store.ts";

export type { Period } from "./period-store.ts";

type PeriodInput = Pick<z.output<typeof periodSchema>, "from" | "to" | "tz" | "step" | "compare">;

/** Stands for the first day with figures. */
export const FROM_START = "start";

/**
 * Resolves a period to moments. The database counts days and hours, because it knows when the clocks changed
 * in every time zone.
 */
export async function resolvePeriod(db: Db, input: PeriodInput, now: Date): Promise<Period> {
  requireTimeZone(input.tz);
  const from = input.from === undefined ? undefined : parseMark(input.from, 0);
  const to = input.to === undefined ? { text: now.toISOString(), isLocal: false } : parseMark(input.to, 1);
  const row = await findPeriod(db, { ...input, from, to }).catch((error: unknown) => {
    // 22023: only JavaScript knows this time zone.
    if (codeOf(error) === "22023") throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
    throw error;
  });
  if (!row || !(row.from < row.to) || row.starts.length === 0)
    throw failure(ANALYTICS_ERRORS, "PERIOD_INVALID");
  return row;
}

function codeOf(error: unknown): unknown {
  const cause = error instanceof Error ? (error.cause ?? error) : undefined;
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

function requireTimeZone(tz: string): void {
  if (!isTimeZone(tz)) throw failure(ANALYTICS_ERRORS, "TIME_ZONE_UNKNOWN");
}

/** A plain date is its midnight plus `addedDays`. A time without an offset is in the owner's time zone. */
function parseMark(text: string, addedDays: number): PeriodBound {
  const plain = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  const isLocal = plain || (isTime !== null && isTime[1] === undefined);
  const time = Date.parse(isLocal ? `${plain ? `${text}T00:00` : text}Z` : text);
  const isOutOfRange = !(time > -2e12 && time < 8e12);
  if ((!plain && !isTime) || isOutOfRange) throw failure(ANALYTICS_ERRORS, "PERIOD_INVALID");
  // JavaScript turns February 30 into a day in March, which is never intended.
  const isMoved = isLocal && new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10);
  if (isMoved) throw failure(ANALYTICS_ERRORS, "PERIOD_INVALID");
  const at = new Date(time + (plain ? addedDays * DAY_MS : 0)).toISOString();
  return { text: isLocal ? at.slice(0, -1) : at, isLocal };
}
