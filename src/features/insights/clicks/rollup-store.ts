import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface Progress {
  day: Date;
  month: Date;
}

/** Returns how far days and months may be read; undefined before the first run. */
export async function findProgress(db: Db): Promise<Progress | undefined> {
  const rows = await rowsOf<{ name: string; done_until: string | Date }>(
    db,
    sql`select name, done_until from rollup_progress`,
  );
  const at = (name: string) => rows.find((row) => row.name === name)?.done_until;
  const [day, month] = [at("day"), at("month")];
  return day && month ? { day: new Date(day), month: new Date(month) } : undefined;
}

export async function upsertProgress(db: Db, progress: Progress): Promise<void> {
  for (const name of ["day", "month"] as const) {
    await db.execute(
      sql`insert into rollup_progress (name, done_until) values (${name}, ${progress[name].toISOString()}::timestamptz)
          on conflict (name) do update set done_until = excluded.done_until`,
    );
  }
}

export async function findFirstDay(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select date_trunc('day', min(at), 'UTC') as at from analytics_rollups where grain = 'quarter'`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

interface Summing {
  grain: "day" | "month";
  of: "quarter" | "day";
  from: Date;
  to: Date;
  profileId?: string;
}

/** Sums finer figures to coarser ones, over existing ones. */
export async function upsertRollups(db: Db, { grain, of, from, to, profileId }: Summing): Promise<void> {
  const only = profileId === undefined ? sql`` : sql`and profile_id = ${profileId}`;
  await db.execute(sql`
    insert into analytics_rollups (profile_id, grain, dimension, at, is_bot, is_suspected, key, views, visitors, clicks)
    select profile_id, ${grain}, dimension, date_trunc(${grain}::text, at, 'UTC') as start, is_bot, is_suspected, key,
      sum(views), sum(visitors), sum(clicks)
    from analytics_rollups
    where grain = ${of} and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz ${only}
    group by profile_id, dimension, start, is_bot, is_suspected, key
    -- What is read together is stored together.
    order by profile_id, dimension, start
    on conflict (profile_id, grain, dimension, at, is_bot, is_suspected, key)
    do update set views = excluded.views, visitors = excluded.visitors, clicks = excluded.clicks`);
}

export async function deleteFigures(db: Db, profileId: string): Promise<void> {
  for (const table of ["link_analytics", "page_views", "visit_texts", "analytics_rollups", "packed_days"])
    await db.execute(sql`delete from ${sql.identifier(table)} where profile_id = ${profileId}`);
}

interface Deleting {
  profileId: string;
  grains: readonly ("quarter" | "day" | "month")[];
  from: Date;
  to: Date;
}

/** Keeps figures that have only counts. */
export async function deleteRollups(db: Db, { profileId, grains, from, to }: Deleting): Promise<void> {
  await db.execute(sql`
    delete from analytics_rollups where profile_id = ${profileId} and grain = any(${sql.param([...grains])}::text[])
      and not is_suspected and dimension not in ('unlisted', 'variant', 'vital')
      and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`);
}

/** Counts a profile's rows by quarters of an hour, except suspected ones, whose counts were never deleted. */
export async function insertQuarters(
  db: Db,
  profileId: string,
  { from, to }: { from: Date; to: Date },
): Promise<void> {
  const within = (column: string) =>
    sql.raw(`and ${column} >= '${from.toISOString()}' and ${column} < '${to.toISOString()}'`);
  const place = sql.raw("country || '|' || region || '|' || city");
  const client = sql.raw("device_type || '|' || browser || '|' || os || '|' || app");
  const perKey = (dimension: string, key: SQL) => sql`
    select ${dimension}::text, at, is_bot, is_suspected, ${key}, sum(views), 0, sum(clicks) from facts
    group by at, is_bot, is_suspected, ${key}`;
  await db.execute(sql`
    with facts as materialized (
      select date_bin('15 minutes', clicked_at, 'epoch') as at, is_bot, is_suspected, link_id::text as link, ${place} as place,
        ${client} as client, referrer_host, utm_id, null as visitor, clicked_at as time, 0 as views, 1 as clicks
      from link_analytics where profile_id = ${profileId} and not is_suspected ${within("clicked_at")}
      union all
      select date_bin('15 minutes', viewed_at, 'epoch'), is_bot, is_suspected, null, ${place}, ${client}, referrer_host, utm_id, visitor,
        viewed_at, 1, 0
      from page_views where profile_id = ${profileId} and not is_suspected ${within("viewed_at")}
    ), firsts as (
      select distinct on (date_trunc('day', at, 'UTC'), visitor, is_suspected) at, is_bot, is_suspected
      from facts where visitor is not null
      order by date_trunc('day', at, 'UTC'), visitor, is_suspected, time
    ), counts (dimension, at, is_bot, is_suspected, key, views, visitors, clicks) as (
      select 'total', at, is_bot, is_suspected, '', sum(views), sum(visitors), sum(clicks) from (
        select at, is_bot, is_suspected, views, 0 as visitors, clicks from facts
        union all select at, is_bot, is_suspected, 0, 1, 0 from firsts
        union all
        select at, is_bot, is_suspected, views, 0, clicks from analytics_rollups
        where profile_id = ${profileId} and grain = 'quarter' and dimension = 'unlisted' ${within("at")}
      ) as e group by at, is_bot, is_suspected
      union all
      select 'link', at, is_bot, is_suspected, link, 0, 0, count(*) from facts where link is not null
      group by at, is_bot, is_suspected, link
      union all ${perKey("place", sql.raw("place"))}
      union all ${perKey("client", sql.raw("client"))}
      union all ${perKey("referrer", sql.raw("referrer_host"))}
      union all
      select 'utm', at, is_bot, is_suspected, t.text, sum(views), 0, sum(clicks) from facts
      join visit_texts t on t.profile_id = ${profileId} and t.id = facts.utm_id group by at, is_bot, is_suspected, t.text
    )
    insert into analytics_rollups (profile_id, grain, dimension, at, is_bot, is_suspected, key, views, visitors, clicks)
    select ${profileId}, 'quarter', dimension, at, is_bot, is_suspected, key, views, visitors, clicks from counts
    order by dimension, at`);
}
