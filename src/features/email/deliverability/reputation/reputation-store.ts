import { sql } from "drizzle-orm";
import { COUNTS, type Scope, sentRollups } from "#src/features/email/delivery/figure-tables.ts";
import type { Counts } from "#src/features/email/delivery/metrics-contract.ts";
import { mailboxIn } from "#src/features/email/delivery/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export interface ReceiverRow extends Counts {
  mailbox_id: string | null;
  address: string | null;
  host: string;
}

/** Returns the counts of each sending account and receiving domain, the largest first. */
export function listReceivers(db: Db, scope: Scope, rowsMax: number): Promise<ReceiverRow[]> {
  return rowsOf(
    db,
    sql`with known as (${sentRollups(scope)}),
      summed as (select mailbox_id, host, ${COUNTS} from known group by mailbox_id, host)
      select s.*, null as recipients, b.from_address as address from summed s
      left join mailboxes b on b.user_id = ${scope.account} and b.id = s.mailbox_id
      order by s.sent + s.refused desc, s.host, s.mailbox_id limit ${rowsMax}::int`,
  );
}

/** Returns how often receivers deferred messages that were last tried since a moment. */
export function listDeferrals(
  db: Db,
  { account, from }: { account: string; from: string },
): Promise<{ mailbox_id: string | null; host: string; deferred: number }[]> {
  return rowsOf(
    db,
    sql`select ${sql.raw(mailboxIn("k", "d"))} as mailbox_id, d.host, sum(d.refusals)::float8 as deferred
      from batches k join deliveries d on d.user_id = k.user_id and d.batch_id = k.id
      where k.user_id = ${account} and (k.ended_at is null or k.ended_at >= ${from}::timestamptz)
        and d.tried_at >= ${from}::timestamptz and d.refusals > 0
      group by 1, 2`,
  );
}
