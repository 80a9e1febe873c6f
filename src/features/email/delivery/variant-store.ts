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

/** Gives everyone who waits for the winner this version. Returns how many that are. */
export async function updateWaitingVariant(
  db: Db,
  { user_id, id, variant }: OneVariant,
  now: Date,
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update deliveries set variant = ${variant}::smallint, due_at = ${now.toISOString()}::timestamptz, reason = null
      where user_id = ${user_id} and batch_id = ${id}::uuid and state = 'pending' and reason = 'testing' returning 1`,
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
