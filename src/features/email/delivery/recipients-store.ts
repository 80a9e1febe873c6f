import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { BatchKey } from "./batch-store.ts";
import { HELD_UNTIL_DECIDED, type SkipReason } from "./rules.ts";
import { assignSenders, type SenderSplit } from "./send/sender-assignment-store.ts";

/** The number of people who get a batch through one sending account, or are skipped for one reason. */
export interface RecipientCount {
  reason: SkipReason | null;
  sender_index: number;
  count: number;
}

const COUNTED = sql`select reason, sender_index, count(*)::int as count from aimed group by reason, sender_index`;

/** Counts recipients without adding them. `people` is a query for `id` and `reason`. */
export function countRecipients(
  db: Db,
  { user_id }: BatchKey,
  { people, ...split }: SenderSplit & { people: SQL },
): Promise<RecipientCount[]> {
  return rowsOf(db, sql`with aimed as (${assignSenders(people, user_id, split)}) ${COUNTED}`);
}

/**
 * Adds recipients to the ledger. `people` is a query for `id`, `host`, `due_at`, `variant`, and `reason`; those with a
 * reason are skipped, without a row unless they're held out of a test. Whoever isn't in its sample waits for the winner.
 * Running it again adds only people without a row.
 */
export function insertRecipients(
  db: Db,
  { user_id, id }: BatchKey,
  { people, ...split }: SenderSplit & { people: SQL },
): Promise<RecipientCount[]> {
  return rowsOf(
    db,
    sql`with aimed as materialized (${assignSenders(people, user_id, split)}),
      made as (insert into deliveries (user_id, batch_id, contact_id, host, sender_index, due_at, variant, state, reason)
        select ${user_id}, ${id}::uuid, id, host, sender_index, due_at, variant,
          case when reason is null then 'pending' else 'skipped' end,
          case when due_at >= ${HELD_UNTIL_DECIDED}::timestamptz then 'testing' else reason end
        from aimed where reason is null or reason = 'holdout'
        on conflict do nothing)
      ${COUNTED}`,
  );
}
