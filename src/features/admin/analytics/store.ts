import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { MetricName, TopKind } from "./rules.ts";

interface Range {
  /** In milliseconds. */
  from: number;
  to: number;
}

const iso = (ms: number) => new Date(ms).toISOString();
const at = (ms: number) => sql`${iso(ms)}::timestamptz`;
const names = (list: readonly string[]) => `{${list.join(",")}}`;

export interface FigureRow {
  metric: MetricName;
  key: string;
  /** The number of the series' point, from 1. */
  point: number;
  /** Adds up the hours of the point, for what's counted. */
  sum: number;
  /** The last hour's, for what exists. */
  last: number;
}

/** Figures by the points that begin at `starts`. */
export function listFigures(
  db: Db,
  metrics: readonly MetricName[],
  { from, to, starts }: Range & { starts: readonly number[] },
): Promise<FigureRow[]> {
  return rowsOf(
    db,
    sql`select metric, key, width_bucket((extract(epoch from at) * 1000)::float8, ${names(starts.map(String))}::float8[])::int as point,
      sum(value)::float8 as sum, ((array_agg(value order by at desc))[1])::float8 as last
      from instance_figures where metric = any(${names(metrics)}::text[])
      and at >= ${at(from)} and at < ${at(to)} group by metric, key, point`,
  );
}

interface Total {
  metric: MetricName;
  key: string;
  value: number;
}

/** Adds up what's counted in a period. */
export function listSums(db: Db, metrics: readonly MetricName[], { from, to }: Range): Promise<Total[]> {
  return rowsOf(
    db,
    sql`select metric, key, sum(value)::float8 as value from instance_figures
      where metric = any(${names(metrics)}::text[]) and at >= ${at(from)} and at < ${at(to)} group by metric, key`,
  );
}

/** What existed at a moment: what was counted last before it. */
export function listStocksAt(db: Db, metrics: readonly MetricName[], moment: number): Promise<Total[]> {
  return rowsOf(
    db,
    sql`select m.metric, l.key, l.value::float8 as value from unnest(${names(metrics)}::text[]) as m (metric)
      cross join lateral (
        select f.key, f.value from instance_figures f where f.metric = m.metric and f.at = (
          select max(n.at) from instance_figures n where n.metric = m.metric and n.at < ${at(moment)})
      ) as l`,
  );
}

/** How many of the accounts that signed up on a period's UTC days came how far. */
export function listActivation(db: Db, { from, to }: Range): Promise<{ key: string; value: number }[]> {
  return rowsOf(
    db,
    sql`select key, sum(value)::float8 as value from instance_figures
      where metric = 'activation' and at >= date_trunc('day', ${at(from)}, 'UTC') and at < ${at(to)} group by key`,
  );
}

export async function countSignups(db: Db, { from, to }: Range): Promise<number> {
  const [row] = await rowsOf<{ value: number }>(
    db,
    sql`select coalesce(sum(value), 0)::float8 as value from instance_figures
      where metric = 'signups' and at >= date_trunc('day', ${at(from)}, 'UTC') and at < ${at(to)}`,
  );
  return row?.value ?? 0;
}

interface CohortRow {
  /** The Monday of the sign-ups. */
  cohort: string;
  /** The Monday of the week that it's about. */
  week: string;
  accounts: number;
}

/** Who was active in the weeks since, by the week of their sign-up. */
export function listRetention(db: Db, since: number): Promise<CohortRow[]> {
  const day = sql.raw("'YYYY-MM-DD'");
  return rowsOf(
    db,
    sql`select key as cohort, to_char(at at time zone 'UTC', ${day}) as week, value::float8 as accounts
      from instance_figures where metric = 'retention' and at >= ${at(since)} and key >= ${iso(since).slice(0, 10)}`,
  );
}

/** Sign-ups by the Monday of their week. */
export function listCohorts(db: Db, since: number): Promise<{ week: string; accounts: number }[]> {
  return rowsOf(
    db,
    sql`select to_char(date_trunc('week', at at time zone 'UTC'), 'YYYY-MM-DD') as week, sum(value)::float8 as accounts
      from instance_figures where metric = 'signups' and at >= ${at(since)} group by 1 order by 1 desc`,
  );
}

interface TopRow {
  key: string;
  label: string | null;
  account: string | null;
  username: string | null;
  value: number;
}

/** The largest of a period's UTC days, with their names. */
export function listTops(
  db: Db,
  kind: TopKind,
  { from, to, rows }: Range & { rows: number },
): Promise<TopRow[]> {
  const [of] = kind.split(".");
  return rowsOf(
    db,
    sql`with sums as (
        select key, sum(value)::float8 as value from instance_tops
        where kind = ${kind} and day >= (${at(from)} at time zone 'UTC')::date and day <= ((${at(to)} - interval '1 microsecond') at time zone 'UTC')::date
        group by key order by 2 desc, 1 limit ${rows}
      )
      select s.key, s.value, ${
        of === "page"
          ? sql`p.name as label, p.user_id as account, p.username from sums s left join client_profiles p on p.id::text = s.key`
          : of === "account"
            ? sql`u.name as label, u.id as account, null as username from sums s left join users u on u.id = s.key`
            : sql`s.key as label, null as account, null as username from sums s`
      } order by s.value desc, s.key`,
  );
}

interface RecentRow {
  of: "all" | "page" | "country";
  key: string;
  label: string | null;
  account: string | null;
  username: string | null;
  views: number;
  clicks: number;
}

/** People's visits since a quarter of an hour began: all, those of the busiest pages, and by country. */
export function listRecent(db: Db, since: number, rows: number): Promise<RecentRow[]> {
  const sums = sql.raw(
    "coalesce(sum(views), 0)::float8 as views, coalesce(sum(clicks), 0)::float8 as clicks",
  );
  return rowsOf(
    db,
    sql`with recent as materialized (
        select profile_id, dimension, key, views, clicks from analytics_rollups
        where at >= ${at(since)} and grain = 'quarter' and dimension in ('total', 'place') and not is_bot and not is_suspected
      ), pages as (
        select profile_id, ${sums} from recent where dimension = 'total' group by 1 order by 2 desc, 3 desc, 1 limit ${rows}
      )
      select 'all' as of, '' as key, null as label, null as account, null as username, ${sums} from recent where dimension = 'total'
      union all
      select 'page', g.profile_id::text, p.name, p.user_id, p.username, g.views, g.clicks
        from pages g left join client_profiles p on p.id = g.profile_id
      union all
      (select 'country', split_part(key, '|', 1), null, null, null, ${sums} from recent where dimension = 'place' group by 2 order by 6 desc, 2 limit ${rows})`,
  );
}
