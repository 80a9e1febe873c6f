import { and, eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { BatchKey } from "./batch-store.ts";
import { HELD_UNTIL_DECIDED } from "./rules.ts";
import { batches, deliveries } from "./tables.ts";

type OneVariant = BatchKey & { variant: number };

/** Whoever waits for a version waits for the winner instead. Leased messages are on their way. */
export async function updateVariantAsWaiting(db: Db, { user_id, id, variant }: OneVariant): Promise<void> {
  await db
    .update(deliveries)
    .set({ variant: null, due_at: HELD_UNTIL_DECIDED, reason: "testing" })
    .where(
      and(
        eq(deliveries.user_id, user_id),
        eq(deliveries.batch_id, id),
        eq(deliveries.state, "pending"),
        eq(deliveries.variant, variant),
      ),
    );
}

/**
 * Gives everyone who waits for the winner this version. It goes out through its own sending account, or through those that
 * the batch shares its recipients out among. Returns how many that are.
 */
export async function updateWaitingVariant(
  db: Db,
  { user_id, id, variant, own }: OneVariant & { own: number | null },
  now: Date,
): Promise<number> {
  const sender =
    own === null
      ? sql`case when k.shares[d.sender_index + 1] = 0 then 0 else d.sender_index end`
      : sql`${own}::smallint`;
  const rows = await rowsOf(
    db,
    sql`update deliveries d set variant = ${variant}::smallint, due_at = ${now.toISOString()}::timestamptz, reason = null,
        sender_index = ${sender}
      from batches k where k.user_id = ${user_id} and k.id = ${id}::uuid and d.user_id = k.user_id and d.batch_id = k.id
        and d.state = 'pending' and d.reason = 'testing' returning 1`,
  );
  return rows.length;
}

/** From now on, a batch says what this version does, for whoever joins it and for everyone who reads it on the web. */
export async function updateBatchContent(db: Db, { user_id, id, variant }: OneVariant): Promise<void> {
  const { snapshot, variants } = batches;
  await db
    .update(batches)
    .set({ snapshot: sql`coalesce(${variants}->${variant}::int, ${snapshot})` })
    .where(and(eq(batches.user_id, user_id), eq(batches.id, id)));
}
