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

interface Recipients extends SenderSplit {
  people: SQL;
  /** Set if `people` have a `variant`, the index of their version or null, and may wait for the winner. */
  isTested?: boolean;
}

/**
 * Adds recipients to the ledger. `people` is a query for `id`, `host`, `due_at`, and `reason`; those with a reason are
 * skipped, without a row unless they're held out of a test. Running it again adds only people without a row.
 */
export function insertRecipients(
  db: Db,
  { user_id, id }: BatchKey,
  { people, isTested = false, ...split }: Recipients,
): Promise<RecipientCount[]> {
  const waits = sql`case when due_at >= ${HELD_UNTIL_DECIDED}::timestamptz then 'testing' else reason end`;
  return rowsOf(
    db,
    sql`with aimed as materialized (${assignSenders(people, user_id, split)}),
      made as (insert into deliveries (user_id, batch_id, contact_id, host, sender_index, due_at, variant, state, reason)
        select ${user_id}, ${id}::uuid, id, host, sender_index, due_at,
          ${isTested ? sql`variant` : sql`null::smallint`},
          case when reason is null then 'pending' else 'skipped' end, ${isTested ? waits : sql`reason`}
        from aimed where reason is null or reason = 'holdout'
        on conflict do nothing)
      ${COUNTED}`,
  );
}
