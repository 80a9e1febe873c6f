import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type Metric, ORDER_DAYS } from "./rules.ts";
import type { TestKey } from "./store.ts";

export interface VersionCounts {
  variant: number | null;
  assigned: number;
  sent: number;
  waiting: number;
  responded: number;
  complained: number;
  unsubscribed: number;
  ordered: number;
}

interface Counted extends TestKey {
  metric: Metric;
  /** For how long after its own e-mail a response counts. */
  minutes: number;
}

/** When a person did what the metric counts, if they did. Opens and clicks are people's. */
const TIMES: Readonly<Record<Metric, SQL>> = {
  clicks: sql`d.clicked_at`,
  opens: sql`d.opened_at`,
  replies: sql`d.replied_at`,
  unsubscribes: sql`d.unsubscribed_at`,
  orders: sql`(select min(o.ordered_at) from orders o where o.user_id = a.user_id and o.contact_id = a.contact_id
    and o.amount > 0 and o.ordered_at >= d.handed_over_at)`,
};

/**
 * Everyone in a test with their message, if they got their own version of it: those whose version was stopped before may
 * have gotten another one.
 */
function responses({ user_id, id, metric, minutes }: Counted): SQL {
  return sql`select a.*, d.contact_id is not null as is_own, d.handed_over_at, d.state, d.complained_at, d.unsubscribed_at,
      case when t.at <= d.handed_over_at + make_interval(secs => ${minutes * 60}::float8) then t.at end as responded_at
    from ab_assignments a
    left join deliveries d on d.user_id = a.user_id and d.batch_id = a.batch_id and d.contact_id = a.contact_id
      and d.variant = a.variant
    left join lateral (select ${TIMES[metric]} as at) t on true
    where a.user_id = ${user_id} and a.test_id = ${id}::uuid`;
}

/** How people responded to each version, and what those did who got none. */
export function countVersions(db: Db, counted: Counted): Promise<VersionCounts[]> {
  const count = (where: string) => sql.raw(`count(*) filter (where ${where})::int`);
  return rowsOf(
    db,
    sql`with r as (${responses(counted)})
      select variant, count(*)::int as assigned, ${count("handed_over_at is not null")} as sent,
        ${count("is_own and state in ('pending', 'leased')")} as waiting,
        ${count("responded_at is not null")} as responded,
        ${count("complained_at is not null")} as complained, ${count("unsubscribed_at is not null")} as unsubscribed,
        (count(*) filter (where exists (select 1 from orders o where o.user_id = r.user_id and o.contact_id = r.contact_id
          and o.amount > 0 and o.ordered_at >= r.at
          and o.ordered_at < r.at + make_interval(days => ${ORDER_DAYS}::int))))::int as ordered
      from r group by variant order by variant`,
  );
}

/** How many people responded to each version, by hour. */
export async function listResponses(
  db: Db,
  counted: Counted,
): Promise<{ variant: number; at: string; count: number }[]> {
  const rows = await rowsOf<{ variant: number; at: Date | string; count: number }>(
    db,
    sql`select variant, date_trunc('hour', responded_at, 'UTC') as at, count(*)::int as count from (${responses(counted)}) r
      where responded_at is not null group by 1, 2 order by 2, 1`,
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}
