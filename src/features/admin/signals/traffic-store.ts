import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

const PEOPLE = sql`r.dimension = 'total' and not r.is_bot and not r.is_suspected`;

export interface GrownPage {
  id: string;
  owner_id: string;
  username: string;
  views: number;
  /** A day, over two weeks before. */
  usual: number;
}

interface Growth {
  now: string;
  /** Views in a day. */
  least: number;
  times: number;
  /** What pages with fewer views than this a day are taken to have. */
  floor: number;
  days: number;
  most: number;
}

/** Pages with many times as many views in the last day as they usually have, the busiest first. */
export function listGrownPages(
  db: Db,
  { now, least, times, floor, days, most }: Growth,
): Promise<GrownPage[]> {
  return rowsOf<GrownPage>(
    db,
    sql`select * from (
        select p.id, p.user_id as owner_id, p.username, busy.views::int as views,
          (select coalesce(sum(r.views), 0)::float8 / ${days} from analytics_rollups r
            where r.profile_id = p.id and r.grain = 'day' and ${PEOPLE}
              and r.at >= ${now}::timestamptz - make_interval(days => ${days + 1})
              and r.at < ${now}::timestamptz - interval '1 day') as usual
        from (
          select r.profile_id, sum(r.views) as views from analytics_rollups r
          where r.grain = 'quarter' and ${PEOPLE}
            and r.at >= ${now}::timestamptz - interval '1 day' and r.at < ${now}::timestamptz
          group by r.profile_id having sum(r.views) >= ${least} order by 2 desc limit ${most}
        ) busy join client_profiles p on p.id = busy.profile_id and p.deleted_at is null
      ) grown where views >= ${times} * greatest(usual, ${floor}) order by views desc`,
  );
}

export interface ReportedPage {
  id: string;
  owner_id: string;
  username: string;
  reports: number;
  views: number;
}

/** A page with its reports and views in the last days, or undefined if it’s gone. */
export async function findReportsPerView(
  db: Db,
  { id, now, days }: { id: string; now: string; days: number },
): Promise<ReportedPage | undefined> {
  const since = sql`${now}::timestamptz - make_interval(days => ${days})`;
  const today = sql`date_trunc('day', ${now}::timestamptz, 'UTC')`;
  const [row] = await rowsOf<ReportedPage>(
    db,
    sql`select p.id, p.user_id as owner_id, p.username,
        (select count(*)::int from page_reports o where o.profile_id = p.id and o.created_at > ${since}) as reports,
        (select coalesce(sum(r.views), 0)::int from analytics_rollups r where r.profile_id = p.id and ${PEOPLE}
          and ((r.grain = 'day' and r.at >= ${since} and r.at < ${today}) or (r.grain = 'quarter' and r.at >= ${today}))) as views
      from client_profiles p where p.id = ${id} and p.deleted_at is null`,
  );
  return row;
}
