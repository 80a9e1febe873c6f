import { sql } from "drizzle-orm";
import { mailboxIn } from "#src/features/email/delivery/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { ReceiverFigures } from "./receivers-rules.ts";

export interface HostFigures extends ReceiverFigures {
  user_id: string;
  mailbox_id: string;
  host: string;
}

/** Hosts with fewer messages are no receiver that matters. */
const HOST_MESSAGES_MIN = 20;

/** Returns what receivers have done since a moment with the e-mail of batches that go out, or did so since. */
export function listHostFigures(db: Db, since: string): Promise<HostFigures[]> {
  return rowsOf(
    db,
    sql`select k.user_id, ${sql.raw(mailboxIn("k", "d"))} as mailbox_id, d.host, count(*)::int as attempted,
        (count(*) filter (where d.refusals > 0 and d.state in ('pending', 'leased')))::int as deferred,
        (count(*) filter (where d.complained_at is not null))::int as complained
      from batches k join deliveries d on d.user_id = k.user_id and d.batch_id = k.id
      where (k.state = 'sending' or k.ended_at >= ${since}::timestamptz) and d.tried_at >= ${since}::timestamptz
      group by 1, 2, 3 having count(*) >= ${HOST_MESSAGES_MIN}`,
  );
}

/** Returns how many of an account's messages wait, by sending account and host. */
export function listWaiting(
  db: Db,
  account: string,
): Promise<{ mailbox_id: string | null; host: string; waiting: number }[]> {
  return rowsOf(
    db,
    sql`select ${sql.raw(mailboxIn("k", "d"))} as mailbox_id, d.host, count(*)::int as waiting
      from batches k join deliveries d on d.user_id = k.user_id and d.batch_id = k.id
      where k.user_id = ${account} and k.state = 'sending' and d.state = 'pending' group by 1, 2`,
  );
}
