import { sql } from "drizzle-orm";
import { mailboxIn } from "#src/features/email/delivery/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface WarmingUp {
  id: string;
  from_address: string;
  warm_up_since: string;
}

/** Returns the account's sending accounts whose warm-up began after a time, the latest first. */
export function listWarmingUp(db: Db, account: string, since: string): Promise<WarmingUp[]> {
  return rowsOf(
    db,
    sql`select id, from_address, to_char(warm_up_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as warm_up_since
      from mailboxes where user_id = ${account} and warm_up_since >= ${since}::timestamptz
      order by mailboxes.warm_up_since desc, id`,
  );
}

/** Returns what campaigns and programs have sent through a sending account on each day since a moment, from 0 on. */
export function listSentDays(
  db: Db,
  account: string,
  { id, warm_up_since }: WarmingUp,
): Promise<{ day: number; sent: number }[]> {
  const dayOf = (at: string) =>
    sql`floor(extract(epoch from (${sql.raw(at)} - ${warm_up_since}::timestamptz)) / 86400)::int`;
  return rowsOf(
    db,
    sql`select day, sum(sent)::float8 as sent from (
        select ${dayOf("r.at")} as day, r.sent from mail_rollups r
          join batches k on k.user_id = r.user_id and k.id = r.batch_id
          where r.user_id = ${account} and r.kind = 'sent' and r.at >= ${warm_up_since}::timestamptz
            and ${sql.raw(mailboxIn("k", "r"))} = ${id}::uuid
        union all
        select ${dayOf("t.handed_over_at")} as day, 1 as sent from transactional_mails t
          where t.user_id = ${account} and t.mailbox_id = ${id}::uuid
            and t.handed_over_at >= ${warm_up_since}::timestamptz) all_of_them
      group by day order by day`,
  );
}
