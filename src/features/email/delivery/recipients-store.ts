import { type SQL, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { BatchKey } from "./batch-store.ts";
import type { SkipReason } from "./rules.ts";
import { assignSenders, type SenderSplit } from "./send/sender-assignment-store.ts";

/** How many of certain people get a batch through one sending account, or don't get it for one reason. */
export interface RecipientCount {
  reason: SkipReason | null;
  via: number;
  count: number;
}

/**
 * Gives people their rows in the ledger. `people` are a query for `id`, `host`, `due_at`, and `reason`: who has one is left
 * out. Running it again adds only who has no row yet.
 */
export function insertRecipients(
  db: Db,
  { user_id, id }: BatchKey,
  { people, ...split }: SenderSplit & { people: SQL },
): Promise<RecipientCount[]> {
  return rowsOf(
    db,
    sql`with aimed as materialized (${assignSenders(people, user_id, split)}),
      made as (insert into deliveries (user_id, batch_id, contact_id, host, via, due_at)
        select ${user_id}, ${id}::uuid, id, host, via, due_at from aimed where reason is null
        on conflict do nothing)
      select reason, via, count(*)::int as count from aimed group by reason, via`,
  );
}
