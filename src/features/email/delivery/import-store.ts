import { and, eq, inArray } from "drizzle-orm";
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

function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / BATCH_ROWS) }, (_, index) =>
    rows.slice(index * BATCH_ROWS, (index + 1) * BATCH_ROWS),
  );
}
