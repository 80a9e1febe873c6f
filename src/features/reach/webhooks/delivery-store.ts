import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { EventKey } from "#src/lib/event.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import { someOf } from "#src/platform/db/rows.ts";
import { webhookDeliveries } from "./tables.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

interface Addition {
  event: EventKey;
  type: string;
  now: string;
}

/**
 * The number of job groups per account's webhooks: a slow one delays few of the account's others, and nobody
 * else's.
 */
const LANES = 3;

/** Computes which of its account's groups a webhook `w` is in. */
const lane = sql`(select count(*)::int % ${LANES} from webhooks o where o.account = w.account and o.id < w.id)`;

export async function getLane(db: Db, { account, id }: { account: string; id: string }): Promise<number> {
  const [row] = await rowsOf<{ lane: number }>(
    db,
    sql`select ${lane} as lane from webhooks w where w.account = ${account} and w.id = ${id}`,
  );
  return row?.lane ?? 0;
}

/**
 * Adds a delivery for each of the account's active webhooks that subscribes to events of this type, and
 * returns them with their webhooks' lanes.
 */
export function insertDeliveries(
  db: Db,
  { event, type, now }: Addition,
): Promise<{ id: string; lane: number }[]> {
  return rowsOf(
    db,
    sql`with made as (
        insert into webhook_deliveries (id, account, webhook_id, event_id, type, created_at, due_at)
        select gen_random_uuid(), account, id, ${event.id}::uuid, ${type}, ${now}::timestamptz, ${now}::timestamptz
        from webhooks where account = ${event.account} and disabled_at is null and ${type} = any(events)
        returning id, webhook_id)
      select made.id, ${lane} as lane from made join webhooks w on w.id = made.webhook_id`,
  );
}

export async function insertDelivery(db: Db, row: typeof webhookDeliveries.$inferInsert): Promise<void> {
  await db.insert(webhookDeliveries).values(row);
}

export async function findDelivery(
  db: Db,
  { account, id }: Pick<DeliveryRow, "account" | "id">,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.account, account), eq(webhookDeliveries.id, id)));
  return row;
}

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(webhookDeliveries.created_at) },
  tie: [webhookDeliveries.id],
  usual: { sort: "newest", order: "desc" },
};

/** Newest first. */
export function listDeliveryRows(
  db: Db,
  { webhookId, cursor, rows }: { webhookId: string; cursor?: string | undefined; rows: number },
) {
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, delivery: webhookDeliveries })
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhook_id, webhookId), after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** Records the result of a turn. False if it's already done. */
export async function updateTurn(
  db: Db,
  { id, turn }: Pick<DeliveryRow, "id" | "turn">,
  ending: Partial<DeliveryRow>,
): Promise<boolean> {
  const rows = await db
    .update(webhookDeliveries)
    .set({ ...ending, turn: turn + 1 })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.turn, turn)))
    .returning({ id: webhookDeliveries.id });
  return rows.length > 0;
}

/** Deletes up to `most` from before a moment and returns how many it deleted. */
export async function deleteDeliveriesBefore(
  db: Db,
  { before, most }: { before: string; most: number },
): Promise<number> {
  const { created_at } = webhookDeliveries;
  const deleted = await db
    .delete(webhookDeliveries)
    .where(someOf(webhookDeliveries, { where: lt(created_at, before), orderBy: desc(created_at), most }))
    .returning({ id: webhookDeliveries.id });
  return deleted.length;
}
