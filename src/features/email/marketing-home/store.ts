import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Overview } from "./contract.ts";

const SOURCES = 5;

interface Since {
  account: string;
  /** The only profiles whose fans count, or null for all of them. */
  profileIds: readonly string[] | null;
  since: string;
}

export async function countFans(db: Db, { account, profileIds, since }: Since): Promise<Overview["fans"]> {
  const reached = profileIds ? sql`and profile_ids && ${`{${profileIds.join(",")}}`}::uuid[]` : sql``;
  const [counts] = await rowsOf<{ total: number; mailable: number }>(
    db,
    sql`select count(*)::int as total, count(*) filter (where status in ('new', 'confirmed'))::int as mailable
      from contacts where user_id = ${account} ${reached}`,
  );
  const sources = await rowsOf<{ source: string; count: number }>(
    db,
    sql`select case when first_touch is null then 'list' else coalesce(nullif(first_touch->>'referrer_host', ''), 'direct') end as source,
        count(*)::int as count
      from contacts where user_id = ${account} and created_at >= ${since} ${reached}
      group by 1 order by 2 desc, 1`,
  );
  const this_week = sources.reduce((sum, { count }) => sum + count, 0);
  return { total: 0, mailable: 0, ...counts, this_week, sources: sources.slice(0, SOURCES) };
}

export async function countMail(db: Db, { account, since }: Since): Promise<Overview["mail"]> {
  const [counts] = await rowsOf<Overview["mail"]>(
    db,
    sql`select
        (select count(*)::int from deliveries where user_id = ${account} and handed_over_at >= ${since}) as sent_this_week,
        (select count(*)::int from deliveries where user_id = ${account} and replied_at >= ${since}) as replies_this_week,
        (select count(*)::int from deliveries d join campaigns c on c.user_id = d.user_id and c.id = d.batch_id
          where d.user_id = ${account} and d.state in ('pending', 'leased') and c.state in ('sending', 'paused', 'auto_paused')) as waiting,
        (select count(*)::int from campaigns where user_id = ${account} and state = 'draft') as drafts,
        (select count(*)::int from campaigns where user_id = ${account} and state = 'scheduled') as scheduled,
        (select count(*)::int from campaigns where user_id = ${account} and state in ('missed', 'auto_paused', 'failed')) as stopped,
        (select count(*)::int from templates where user_id = ${account}) as templates,
        (select count(*)::int from sequences where user_id = ${account} and state = 'active') as sequences`,
  );
  if (!counts) throw new Error("Counting returns a row.");
  return counts;
}
