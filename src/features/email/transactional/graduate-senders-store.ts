import { sql } from "drizzle-orm";
import { deliveries } from "#src/features/email/delivery/tables.ts";
import { mailTrust } from "#src/features/email/sending-accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { transactionalMails } from "./tables.ts";

/** Returns accounts on probation that began to send before then, with the outcomes of their e-mail since. */
export async function listProbations(
  db: Db,
  { before, since }: { before: string; since: string },
): Promise<{ account: string; sent: number; complaints: number }[]> {
  const rows = await rowsOf<{ account: string; sent: string; complaints: string }>(
    db,
    sql`select t.user_id as account,
        (select count(*) from ${deliveries} d where d.user_id = t.user_id and d.handed_over_at > ${since}::timestamptz)
          + (select count(*) from ${transactionalMails} m
            where m.user_id = t.user_id and m.handed_over_at > ${since}::timestamptz) as sent,
        (select count(*) from ${deliveries} d where d.user_id = t.user_id and d.complained_at > ${since}::timestamptz)
          + (select count(*) from ${transactionalMails} m where m.user_id = t.user_id and m.state = 'complained'
            and m.handed_over_at > ${since}::timestamptz) as complaints
      from ${mailTrust} t where t.trusted_at is null and t.since <= ${before}::timestamptz`,
  );
  return rows.map(({ account, sent, complaints }) => ({
    account,
    sent: Number(sent),
    complaints: Number(complaints),
  }));
}
