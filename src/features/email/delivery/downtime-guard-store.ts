/* Messages that became due while nothing was running, too long ago to go out on their own (email.md
   5.3.3). */
import { eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { BatchKey } from "./batch-store.ts";
import { HELD_UNTIL_DECIDED } from "./rules.ts";
import { batches } from "./tables.ts";

/** Messages due before this time are late. */
const lateBefore = (now: Date) =>
  sql`(${now.toISOString()}::timestamptz - make_interval(mins => k.late_minutes))`;

/** Batches under way whose last heartbeat is too old. */
export function listUnwatched(db: Db, now: Date): Promise<BatchKey[]> {
  return rowsOf(
    db,
    sql`select k.user_id, k.id from batches k
      where k.state = 'sending' and k.looked_at < ${lateBefore(now)} order by k.user_id, k.id`,
  );
}

/** Holds a batch's late messages, unless it has had a heartbeat by now. Returns how many. */
export async function updateLateAsHeld(db: Db, { user_id, id }: BatchKey, now: Date): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`with k as materialized (select k.user_id, k.id, ${lateBefore(now)} as late_before from batches k
        where k.user_id = ${user_id} and k.id = ${id}::uuid and k.state = 'sending'
          and k.looked_at < ${lateBefore(now)} for update),
      held as (update deliveries d set due_at = ${HELD_UNTIL_DECIDED}::timestamptz, reason = 'late' from k
        where d.user_id = k.user_id and d.batch_id = k.id and d.state = 'pending' and d.due_at <= k.late_before
        returning 1),
      looked as (update batches c set looked_at = ${now.toISOString()}::timestamptz from k
        where c.user_id = k.user_id and c.id = k.id)
      select count(*)::int as count from held`,
  );
  return Number(row?.count ?? 0);
}

/** Records that a process is watching the batches under way. */
export async function updateHeartbeat(db: Db, now: Date): Promise<void> {
  await db.update(batches).set({ looked_at: now.toISOString() }).where(eq(batches.state, "sending"));
}

/** Releases held messages: they go out now, or not at all. Returns how many. */
export async function updateHeld(
  db: Db,
  { user_id, id }: BatchKey,
  { action, now }: { action: "send" | "skip"; now: Date },
): Promise<number> {
  const decided =
    action === "send"
      ? sql`due_at = ${now.toISOString()}::timestamptz, reason = null`
      : sql`state = 'skipped', reason = 'missed'`;
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`with decided as (update deliveries set ${decided} where user_id = ${user_id}
        and batch_id = ${id}::uuid and state = 'pending' and due_at >= ${HELD_UNTIL_DECIDED}::timestamptz
        and reason is distinct from 'testing' returning 1)
      select count(*)::int as count from decided`,
  );
  return Number(row?.count ?? 0);
}
