import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface Figures {
  views: number;
  visitors: number;
  clicks: number;
}

/** What the rollups hold of people's visits, without bots and suspected events. */
const COUNTED = sql`grain = 'quarter' and not is_bot and not is_suspected`;

const uuids = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;
const moments = (times: readonly string[]) =>
  sql`${`{${times.map((time) => `"${time}"`).join(",")}}`}::timestamptz[]`;

/** Sums the pages' figures into buckets that begin at `starts`, which are in order; the last one ends at `end`. */
export function listBuckets(
  db: Db,
  { profileIds, starts, end }: { profileIds: readonly string[]; starts: readonly string[]; end: string },
): Promise<(Figures & { bucket: number })[]> {
  return rowsOf(
    db,
    sql`select width_bucket(at, ${moments(starts)})::int as bucket, sum(views)::float8 as views,
          sum(visitors)::float8 as visitors, sum(clicks)::float8 as clicks
        from analytics_rollups
        where profile_id = any(${uuids(profileIds)}) and dimension = 'total' and ${COUNTED}
          and at >= ${starts[0] ?? end}::timestamptz and at < ${end}::timestamptz
        group by 1 order by 1`,
  );
}

export interface KeyFigures {
  dimension: string;
  key: string;
  /** The title of a link, deleted or not. */
  title: string | null;
  views: number;
  clicks: number;
  views_before: number;
  clicks_before: number;
}

interface TwoPeriods {
  profileIds: readonly string[];
  before: string;
  first: string;
  end: string;
}

/** Sums two adjacent periods by link, country, referrer, and app. */
export function listKeys(db: Db, { profileIds, before, first, end }: TwoPeriods): Promise<KeyFigures[]> {
  const isNow = sql`at >= ${first}::timestamptz`;
  return rowsOf(
    db,
    sql`select k.*, l.title from (
          select case dimension when 'place' then 'country' when 'client' then 'app' else dimension end as dimension,
            case dimension when 'place' then split_part(key, '|', 1) when 'client' then split_part(key, '|', 4)
              else key end as key,
            coalesce(sum(views) filter (where ${isNow}), 0)::float8 as views,
            coalesce(sum(clicks) filter (where ${isNow}), 0)::float8 as clicks,
            coalesce(sum(views) filter (where not ${isNow}), 0)::float8 as views_before,
            coalesce(sum(clicks) filter (where not ${isNow}), 0)::float8 as clicks_before
          from analytics_rollups
          where profile_id = any(${uuids(profileIds)}) and dimension in ('link', 'place', 'referrer', 'client') and ${COUNTED}
            and at >= ${before}::timestamptz and at < ${end}::timestamptz
          group by 1, 2
        ) k left join links l on l.id = case when k.dimension = 'link' then k.key::uuid end`,
  );
}
