import { type SQL, sql } from "drizzle-orm";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { takeLock } from "#src/platform/db/locks.ts";
import { settledUntil } from "#src/platform/db/settled.ts";

/** How long a finished day waits for its last events. */
const COMPACT_LAG_MS = 2 * 60 * 60 * 1000;
const COMPACT_DAYS_MAX = 31;

interface Progress {
  day: Date;
  month: Date;
}

/**
 * Sums the quarters of finished UTC days to days, and the days of finished months to months. The position moves in the
 * same transaction as the rows, and a row that is already there is overwritten, never added to.
 */
export async function compactRollups(platform: Platform): Promise<void> {
  const settled = (await settledUntil(platform, COMPACT_LAG_MS)).getTime();
  const until = new Date(Math.floor(settled / DAY_MS) * DAY_MS);
  while (await compactSome(platform, until)) {
    // Batch by batch, so that nobody waits on a long transaction.
  }
}

/** Compacts up to a month of days; false when nothing is left to do. */
async function compactSome(platform: Platform, until: Date): Promise<boolean> {
  return platform.write(async ({ db }) => {
    const progress = await lockProgress(db);
    const from = progress?.day ?? (await firstDay(db));
    if (!from || from >= until) return false;
    const day = new Date(Math.min(until.getTime(), from.getTime() + COMPACT_DAYS_MAX * DAY_MS));
    await sumUp(db, { grain: "day", of: "quarter", from, to: day });
    const firstMonth = progress?.month ?? monthOf(from);
    const month = monthOf(day);
    if (firstMonth < month) await sumUp(db, { grain: "month", of: "day", from: firstMonth, to: month });
    await saveProgress(db, { day, month });
    return true;
  });
}

/** Held while the position moves or figures before it are rebuilt. */
async function lockProgress(db: Db): Promise<Progress | undefined> {
  await takeLock(db, "rollups");
  return getProgress(db);
}

/** How far days and months may be read; undefined before the first run. */
export async function getProgress(db: Db): Promise<Progress | undefined> {
  const rows = await rowsOf<{ name: string; done_until: string | Date }>(
    db,
    sql`select name, done_until from rollup_progress`,
  );
  const at = (name: string) => rows.find((row) => row.name === name)?.done_until;
  const [day, month] = [at("day"), at("month")];
  return day && month ? { day: new Date(day), month: new Date(month) } : undefined;
}

async function saveProgress(db: Db, progress: Progress): Promise<void> {
  for (const name of ["day", "month"] as const) {
    await db.execute(
      sql`insert into rollup_progress (name, done_until) values (${name}, ${progress[name].toISOString()}::timestamptz)
          on conflict (name) do update set done_until = excluded.done_until`,
    );
  }
}

async function firstDay(db: Db): Promise<Date | undefined> {
  const [row] = await rowsOf<{ at: string | Date | null }>(
    db,
    sql`select date_trunc('day', min(at), 'UTC') as at from analytics_rollups where grain = 'quarter'`,
  );
  return row?.at ? new Date(row.at) : undefined;
}

function monthOf(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth()));
}

interface Summing {
  grain: "day" | "month";
  of: "quarter" | "day";
  from: Date;
  to: Date;
  profileId?: string;
}

async function sumUp(db: Db, { grain, of, from, to, profileId }: Summing): Promise<void> {
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

/** Deletes what was recorded and counted for a profile. */
export async function deleteFigures(db: Db, profileId: string): Promise<void> {
  for (const table of ["link_analytics", "page_views", "analytics_rollups"])
    await db.execute(sql`delete from ${sql.identifier(table)} where profile_id = ${profileId}`);
}

/**
 * Rebuilds a profile's figures from its rows, say after an import, for all UTC days that `from` to `to`
 * touch. Nothing may be recorded for these days in the meantime. Days that aren't compacted yet are left to
 * `compactRollups`.
 */
export async function rebuildRollups(
  db: Db,
  profileId: string,
  period: { from: Date; to: Date },
): Promise<void> {
  const from = new Date(Math.floor(period.from.getTime() / DAY_MS) * DAY_MS);
  const to = new Date(Math.ceil(period.to.getTime() / DAY_MS) * DAY_MS);
  const progress = await lockProgress(db);
  await db.execute(sql`
    delete from analytics_rollups where profile_id = ${profileId} and grain in ('quarter', 'day')
      and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`);
  await insertQuarters(db, profileId, { from, to });
  // Days that no run has reached yet are left to it.
  if (!progress || from >= progress.day) return;
  const day = new Date(Math.min(to.getTime(), progress.day.getTime()));
  await sumUp(db, { grain: "day", of: "quarter", from, to: day, profileId });
  const months = {
    from: monthOf(from),
    to: new Date(Math.min(progress.month.getTime(), nextMonth(to).getTime())),
  };
  if (months.from >= months.to) return;
  await db.execute(sql`
    delete from analytics_rollups where profile_id = ${profileId} and grain = 'month'
      and at >= ${months.from.toISOString()}::timestamptz and at < ${months.to.toISOString()}::timestamptz`);
  await sumUp(db, { grain: "month", of: "day", ...months, profileId });
}

function nextMonth(time: Date): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1));
}

async function insertQuarters(
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
        ${client} as client, referrer_host, null as visitor, clicked_at as time, 0 as views, 1 as clicks
      from link_analytics where profile_id = ${profileId} ${within("clicked_at")}
      union all
      select date_bin('15 minutes', viewed_at, 'epoch'), is_bot, is_suspected, null, ${place}, ${client}, referrer_host, visitor,
        viewed_at, 1, 0
      from page_views where profile_id = ${profileId} ${within("viewed_at")}
    ), firsts as (
      select distinct on (date_trunc('day', at, 'UTC'), visitor, is_suspected) at, is_bot, is_suspected
      from facts where visitor is not null
      order by date_trunc('day', at, 'UTC'), visitor, is_suspected, time
    ), counts (dimension, at, is_bot, is_suspected, key, views, visitors, clicks) as (
      select 'total', at, is_bot, is_suspected, '', sum(views), sum(visitors), sum(clicks) from (
        select at, is_bot, is_suspected, views, 0 as visitors, clicks from facts
        union all select at, is_bot, is_suspected, 0, 1, 0 from firsts
      ) as e group by at, is_bot, is_suspected
      union all
      select 'link', at, is_bot, is_suspected, link, 0, 0, count(*) from facts where link is not null
      group by at, is_bot, is_suspected, link
      union all ${perKey("place", sql.raw("place"))}
      union all ${perKey("client", sql.raw("client"))}
      union all ${perKey("referrer", sql.raw("referrer_host"))}
    )
    insert into analytics_rollups (profile_id, grain, dimension, at, is_bot, is_suspected, key, views, visitors, clicks)
    select ${profileId}, 'quarter', dimension, at, is_bot, is_suspected, key, views, visitors, clicks from counts
    order by dimension, at`);
}
