import { sql } from "drizzle-orm";
import type * as z from "zod";
import { failure } from "#src/lib/errors.ts";
import { DAY_MS, isTimeZone } from "#src/lib/time.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { ANALYTICS_ERRORS, type periodSchema } from "./contract.ts";

type PeriodInput = Pick<z.output<typeof periodSchema>, "from" | "to" | "tz" | "step">;

/**
 * Times are in milliseconds. `starts` are the beginnings of the series' buckets; the last one ends at `to`.
 */
export interface Period {
  from: number;
  to: number;
  previousFrom: number;
  step: "hour" | "day";
  starts: number[];
}

/** A moment, or what a clock shows in the owner's time zone. */
interface Mark {
  text: string;
  isLocal: boolean;
}

const DEFAULT_DAYS = 30;
/** Two years, one of them with a leap day. */
const PERIOD_DAYS_MAX = 731;
/** Beyond this, hours are too many to see and to send, so we use days. */
const HOURLY_DAYS_MAX = 92;

/**
 * Finds the moments that a period refers to. The database counts days and hours, because it knows when the
 * clocks changed in every time zone.
 */
export async function resolvePeriod(db: Db, input: PeriodInput, now: Date): Promise<Period> {
  requireTimeZone(input.tz);
  const from = input.from === undefined ? undefined : parseMark(input.from, 0);
  const to = input.to === undefined ? { text: now.toISOString(), isLocal: false } : parseMark(input.to, 1);
  const [row] = await rowsOf<Period>(db, periodQuery({ ...input, from, to })).catch((error: unknown) => {
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

/**
 * A plain date means its midnight, plus `addedDays`. A time without an offset is in the owner's time zone.
 */
function parseMark(text: string, addedDays: number): Mark {
  const plain = /^\d{4}-\d\d-\d\d$/.test(text);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(text);
  const isLocal = plain || (isTime !== null && isTime[1] === undefined);
  const time = Date.parse(isLocal ? `${plain ? `${text}T00:00` : text}Z` : text);
  const isOutOfRange = !(time > -2e12 && time < 8e12);
  if ((!plain && !isTime) || isOutOfRange) throw failure(ANALYTICS_ERRORS, "PERIOD_INVALID");
  // JavaScript moves February 30 to March; nobody means that.
  const isMoved = isLocal && new Date(time).toISOString().slice(0, 10) !== text.slice(0, 10);
  if (isMoved) throw failure(ANALYTICS_ERRORS, "PERIOD_INVALID");
  const at = new Date(time + (plain ? addedDays * DAY_MS : 0)).toISOString();
  return { text: isLocal ? at.slice(0, -1) : at, isLocal };
}

function periodQuery({
  from,
  to,
  tz,
  step,
}: Omit<PeriodInput, "from" | "to"> & { from: Mark | undefined; to: Mark }) {
  const zone = sql`${tz}::text`;
  const moment = ({ text, isLocal }: Mark) =>
    isLocal ? sql`(${text}::timestamp at time zone ${zone})` : sql`${text}::timestamptz`;
  const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`);
  const start = from
    ? moment(from)
    : sql`(t at time zone ${zone} - make_interval(days => ${DEFAULT_DAYS})) at time zone ${zone}`;
  return sql`
    with ends as (
      select date_bin('15 minutes', ${moment(to)} + interval '15 minutes' - interval '1 microsecond', 'epoch') as t
    ), marks as (
      select date_bin('15 minutes', ${start}, 'epoch') as f, t from ends
    ), locals as (
      select f, t, f at time zone ${zone} as local_f, t at time zone ${zone} as local_t from marks
    ), steps as (
      select *,
        case when f::date <> t::date and local_f = date_trunc('day', local_f) and local_t = date_trunc('day', local_t)
          then (local_f - (local_t - local_f)) at time zone ${zone} else f - (t - f) end as previous,
        case when ${step ?? ""}::text = 'day' or t - f > make_interval(days => ${HOURLY_DAYS_MAX})
            or (${step ?? ""}::text = '' and local_t - local_f > interval '48 hours')
          then 'day' else 'hour' end as step
      from locals where t - f <= make_interval(days => ${PERIOD_DAYS_MAX}, hours => 1)
    )
    select ${ms("f")} as "from", ${ms("t")} as "to", ${ms("date_bin('15 minutes', previous, 'epoch')")} as "previousFrom", step,
      case step
        when 'hour' then (
          select coalesce(json_agg(${ms("at")} order by at), '[]')
          from generate_series(date_trunc('hour', f, ${zone}), t - interval '1 microsecond', interval '1 hour') as at)
        else (
          select coalesce(json_agg(${ms(`(day at time zone zone)`)} order by day), '[]')
          from (select ${zone} as zone) as z, generate_series(date_trunc('day', local_f),
            (t - interval '1 microsecond') at time zone ${zone}, interval '1 day') as day)
      end as starts
    from steps`;
}
