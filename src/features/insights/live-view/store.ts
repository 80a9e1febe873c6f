import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface LiveCount {
  /** Which of the answers it's part of: a whole span, a link, an app, or a country. */
  of: "all" | "link" | "app" | "country";
  minutes: number;
  key: string;
  label: string | null;
  visits: number;
  views: number;
  clicks: number;
}

interface Range {
  profileId: string;
  now: string;
}

const ROWS_MAX = 300;

/** Counts people's views and clicks on a page in each of the last spans of time. */
export function listLiveCounts(
  db: Db,
  { profileId, now }: Range,
  spans: readonly number[],
): Promise<LiveCount[]> {
  const longest = Math.max(...spans);
  const since = sql`${now}::timestamptz - make_interval(mins => ${longest})`;
  const sums = sql`count(distinct session_id)::int as visits, count(*) filter (where link is null)::int as views,
    count(*) filter (where link is not null)::int as clicks`;
  return rowsOf(
    db,
    sql`with events as materialized (
      select session_id, country, app, null::uuid as link, viewed_at as at from page_views
      where profile_id = ${profileId} and viewed_at > ${since} and not is_bot and not is_suspected
      union all
      select session_id, country, app, link_id, clicked_at from link_analytics
      where profile_id = ${profileId} and clicked_at > ${since} and not is_bot and not is_suspected
    ), spans as (
      select unnest(${`{${spans.join(",")}}`}::int[]) as minutes
    ), counts as (
      select 'all' as of, minutes, '' as key, ${sums} from spans
        join events on at > ${now}::timestamptz - make_interval(mins => minutes) group by minutes
      union all
      select 'link', minutes, link::text, ${sums} from spans
        join events on at > ${now}::timestamptz - make_interval(mins => minutes) where link is not null group by minutes, link
      union all
      select 'app', minutes, app, ${sums} from spans
        join events on at > ${now}::timestamptz - make_interval(mins => minutes) where app <> '' group by minutes, app
      union all
      select 'country', minutes, country, ${sums} from spans
        join events on at > ${now}::timestamptz - make_interval(mins => minutes) group by minutes, country
    )
    select c.*, l.title as label from counts c
      left join links l on l.profile_id = ${profileId} and l.id::text = case when c.of = 'link' then c.key end
    order by c.visits desc, c.clicks desc, c.key limit ${ROWS_MAX * spans.length}`,
  );
}

export interface LivePage {
  id: string;
  last_5: number;
  last_30: number;
}

/** Counts the visits of each page in the last 5 and 30 minutes. Pages without any are left out. */
export function listLivePages(db: Db, ids: readonly string[], now: string): Promise<LivePage[]> {
  return rowsOf(
    db,
    sql`select p.id, e.last_5, e.last_30 from unnest(${`{${ids.join(",")}}`}::uuid[]) as p (id)
      cross join lateral (
        select count(distinct session_id) filter (where at > ${now}::timestamptz - interval '5 minutes')::int as last_5,
          count(distinct session_id)::int as last_30
        from (
          select session_id, viewed_at as at from page_views where profile_id = p.id
            and viewed_at > ${now}::timestamptz - interval '30 minutes' and not is_bot and not is_suspected
          union all
          select session_id, clicked_at from link_analytics where profile_id = p.id
            and clicked_at > ${now}::timestamptz - interval '30 minutes' and not is_bot and not is_suspected
        ) as s
      ) as e
      where e.last_30 > 0 order by e.last_5 desc, e.last_30 desc, p.id`,
  );
}
