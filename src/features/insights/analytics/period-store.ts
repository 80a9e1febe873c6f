import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Comparison, Step } from "./contract.ts";

/** Times are in milliseconds. `starts` begin the series' buckets; the last one ends at `to`. */
export interface Period {
  from: number;
  to: number;
  previousFrom: number;
  previousTo: number;
  step: Step;
  starts: number[];
}

/** A moment, or a wall time in the owner's time zone. */
export interface PeriodBound {
  text: string;
  isLocal: boolean;
}

const DEFAULT_DAYS = 30;
/** Twenty years with their leap days: longer than any page has been there, and few enough buckets. */
const PERIOD_DAYS_MAX = 7306;
/** Beyond this, hours are too many to see and to send, so the series uses days. */
const HOURLY_DAYS_MAX = 92;
/** Three hours, rounded to quarters at both ends. */
const MINUTELY_MINUTES_MAX = 210;
/** Beyond these, days and weeks are too many to see unless someone asks for them. */
const DAILY_DAYS_MAX = 184;
const WEEKLY_DAYS_MAX = 1096;

interface Marks {
  from: PeriodBound | undefined;
  to: PeriodBound;
  tz: string;
  step?: Step | undefined;
  compare?: Comparison | undefined;
}

/**
 * Returns the first moment with that wall time: where clocks go back at midnight (Havana, Beirut), a day has
 * two, and PostgreSQL takes the second.
 */
function first(local: SQL, zone: SQL): SQL {
  const second = sql`(${local} at time zone ${zone})`;
  return sql`(case when (${second} - interval '1 hour') at time zone ${zone} = ${local}
    then ${second} - interval '1 hour' else ${second} end)`;
}

/** Undefined for a period that's too long. */
export async function findPeriod(
  db: Db,
  { from, to, tz, step, compare }: Marks,
): Promise<Period | undefined> {
  const zone = sql`${tz}::text`;
  const moment = ({ text, isLocal }: PeriodBound) =>
    isLocal ? first(sql`${text}::timestamp`, zone) : sql`${text}::timestamptz`;
  const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`);
  const start = from
    ? moment(from)
    : sql`(t at time zone ${zone} - make_interval(days => ${DEFAULT_DAYS})) at time zone ${zone}`;
  const [row] = await rowsOf<Period>(
    db,
    sql`
    with ends as (
      select date_bin('15 minutes', ${moment(to)} + interval '15 minutes' - interval '1 microsecond', 'epoch') as t
    ), marks as (
      select date_bin('15 minutes', ${start}, 'epoch') as f, t from ends
    ), locals as (
      select f, t, f at time zone ${zone} as local_f, t at time zone ${zone} as local_t from marks
    ), steps as (
      select *,
        case when ${compare ?? ""}::text = 'year' then ${first(sql`(local_f - interval '1 year')`, zone)}
          when f::date <> t::date and local_f = date_trunc('day', local_f) and local_t = date_trunc('day', local_t)
          then ${first(sql`(local_f - (local_t - local_f))`, zone)} else f - (t - f) end as previous,
        case when ${compare ?? ""}::text = 'year' then ${first(sql`(local_t - interval '1 year')`, zone)} else f end as previous_to,
        case when ${step ?? ""}::text in ('day', 'week', 'month') then ${step ?? ""}::text
          when ${step ?? ""}::text = 'minute' and t - f <= make_interval(mins => ${MINUTELY_MINUTES_MAX}) then 'minute'
          when ${step ?? ""}::text in ('hour', 'minute') and t - f <= make_interval(days => ${HOURLY_DAYS_MAX}) then 'hour'
          when local_t - local_f <= interval '48 hours' then 'hour'
          when t - f <= make_interval(days => ${DAILY_DAYS_MAX}) then 'day'
          when t - f <= make_interval(days => ${WEEKLY_DAYS_MAX}) then 'week'
          else 'month' end as step
      from locals where t - f <= make_interval(days => ${PERIOD_DAYS_MAX}, hours => 1)
    )
    select ${ms("f")} as "from", ${ms("t")} as "to", ${ms("date_bin('15 minutes', previous, 'epoch')")} as "previousFrom",
      ${ms("date_bin('15 minutes', previous_to, 'epoch')")} as "previousTo", step,
      case step
        when 'minute' then (
          select coalesce(json_agg(${ms("at")} order by at), '[]')
          from generate_series(f, t - interval '1 microsecond', interval '1 minute') as at)
        when 'hour' then (
          select coalesce(json_agg(${ms("at")} order by at), '[]')
          from generate_series(date_trunc('hour', f, ${zone}), t - interval '1 microsecond', interval '1 hour') as at)
        else (
          select coalesce(json_agg((extract(epoch from ${first(sql`day`, sql`zone`)}) * 1000)::float8 order by day), '[]')
          from (select ${zone} as zone) as z, generate_series(date_trunc(step, local_f),
            (t - interval '1 microsecond') at time zone ${zone}, ('1 ' || step)::interval) as day)
      end as starts
    from steps`,
  );
  return row;
}
