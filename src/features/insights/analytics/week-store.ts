import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { GrainSpan } from "./grain-plan.ts";

/** Part of a day, which counts from 0. */
export type DaySpan = GrainSpan & { day: number };

/** Each span is a range of the key for each profile, so nothing is read but what's asked for. */
export async function listProfileDays(
  db: Db,
  profileIds: readonly string[],
  spans: readonly DaySpan[],
): Promise<{ id: string; day: number; views: number; clicks: number }[]> {
  if (profileIds.length === 0) return [];
  return rowsOf(
    db,
    sql`select p.id::text as id, s.day, sum(s.sign * r.views)::float8 as views, sum(s.sign * r.clicks)::float8 as clicks
        from unnest(${columnOf(profileIds, (id) => id)}::uuid[]) as p (id)
        cross join ${spansTable(spans)}
        cross join lateral (
          select sum(views) as views, sum(clicks) as clicks from analytics_rollups
          where profile_id = p.id and grain = s.grain and dimension = 'total'
            and not is_bot and not is_suspected and at >= s.start and at < s.stop
        ) as r
        where r.views is not null
        group by p.id, s.day`,
  );
}

export function listLinkDays(
  db: Db,
  profileId: string,
  spans: readonly DaySpan[],
): Promise<{ id: string; day: number; clicks: number }[]> {
  return rowsOf(
    db,
    sql`select r.key as id, s.day, sum(s.sign * r.clicks)::float8 as clicks
        from ${spansTable(spans)}
        cross join lateral (
          select key, sum(clicks) as clicks from analytics_rollups
          where profile_id = ${profileId} and grain = s.grain and dimension = 'link'
            and not is_bot and not is_suspected and at >= s.start and at < s.stop
          group by key
        ) as r
        group by r.key, s.day
        having sum(s.sign * r.clicks) > 0`,
  );
}

function spansTable(spans: readonly DaySpan[]): SQL {
  const times = (read: (span: DaySpan) => number) =>
    columnOf(spans, (span) => new Date(read(span)).toISOString());
  return sql`unnest(${columnOf(spans, ({ day }) => day)}::int[], ${columnOf(spans, ({ grain }) => grain)}::text[],
    ${times(({ from }) => from)}::timestamptz[], ${times(({ to }) => to)}::timestamptz[],
    ${columnOf(spans, ({ sign }) => sign)}::int[]) as s (day, grain, start, stop, sign)`;
}

function columnOf<Row>(rows: readonly Row[], read: (row: Row) => string | number): string {
  return `{${rows.map(read).join(",")}}`;
}
