import { and, eq, inArray, sql } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { deliveries, deliveryClicks, deliveryReturns } from "./tables.ts";

export type PastDeliveryRow = typeof deliveries.$inferInsert;
export type PastClickRow = typeof deliveryClicks.$inferInsert;
export type PastReturnRow = typeof deliveryReturns.$inferInsert;

/** Keeps a statement's parameters far below PostgreSQL's maximum. */
const BATCH_ROWS = 200;

export async function listContactIds(
  db: Db,
  account: string,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: contacts.id, email: contacts.email })
    .from(contacts)
    .where(and(eq(contacts.user_id, account), inArray(contacts.email, [...emails])));
  return new Map(rows.map(({ id, email }) => [email, id]));
}

interface Past {
  deliveries: PastDeliveryRow[];
  clicks: PastClickRow[];
  returns: PastReturnRow[];
}

/**
 * The trigger adds up only changes of deliveries, so they're inserted as pending and get their state
 * afterwards.
 */
export async function insertPast(db: Db, past: Past): Promise<void> {
  for (const rows of batchesOf(past.deliveries)) {
    await db.insert(deliveries).values(rows.map((row) => ({ ...row, state: "pending" as const })));
    for (const [state, those] of Map.groupBy(rows, ({ state }) => state)) {
      const [{ user_id, batch_id } = { user_id: "", batch_id: "" }] = those;
      const ids = those.map(({ contact_id }) => contact_id);
      await db
        .update(deliveries)
        .set({ state })
        .where(
          and(
            eq(deliveries.user_id, user_id),
            eq(deliveries.batch_id, batch_id),
            inArray(deliveries.contact_id, ids),
          ),
        );
    }
  }
  for (const rows of batchesOf(past.clicks)) await db.insert(deliveryClicks).values(rows);
  for (const rows of batchesOf(past.returns)) await db.insert(deliveryReturns).values(rows);
}

/** What became of messages that wait in some batches, as a story tells it: they went out when they were due. */
export async function updateAsPast(
  db: Db,
  { user_id, batch_ids, now }: { user_id: string; batch_ids: readonly string[]; now: string },
): Promise<void> {
  const luck = sql`(hashtext(d.batch_id::text || d.contact_id::text) & 255)`;
  const after = (minutes: number) =>
    sql`least(${now}::timestamptz, d.due_at + ${minutes} * interval '1 minute' * (1 + ${luck} % 9))`;
  await db.execute(sql`update deliveries d set state = 'handed_over', handed_over_at = d.due_at, tried_at = d.due_at,
      opened_at = case when ${luck} < 150 then ${after(40)} end,
      clicked_at = case when ${luck} < 50 then ${after(44)} end
    where d.user_id = ${user_id} and d.batch_id = any(${sql.param([...batch_ids])}::uuid[]) and d.state = 'pending'`);
}

function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, index) =>
    rows.slice(index * BATCH_ROWS, (index + 1) * BATCH_ROWS),
  );
}
