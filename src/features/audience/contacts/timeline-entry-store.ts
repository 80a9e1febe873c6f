import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import type { TimelineRow } from "./store.ts";
import { contactTimeline } from "./tables.ts";

export type EntryKey = Pick<TimelineRow, "user_id" | "contact_id" | "id">;

const isIt = ({ user_id, contact_id, id }: EntryKey) =>
  and(
    eq(contactTimeline.user_id, user_id),
    // Includes entries of contacts that were merged into them.
    sql`${contactTimeline.contact_id} in (select ${contact_id}::uuid union all
      select m.id from contact_merges m where m.user_id = ${user_id} and m.kept_id = ${contact_id})`,
    eq(contactTimeline.id, id),
  );

/** False if it already exists. */
export async function insertEntry(db: Db, row: TimelineRow): Promise<boolean> {
  const rows = await db
    .insert(contactTimeline)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: contactTimeline.id });
  return rows.length > 0;
}

export async function findEntry(db: Db, key: EntryKey): Promise<TimelineRow | undefined> {
  const [row] = await db.select().from(contactTimeline).where(isIt(key));
  return row;
}

export async function updateEntry(db: Db, key: EntryKey, data: TimelineRow["data"]): Promise<void> {
  await db.update(contactTimeline).set({ data }).where(isIt(key));
}

export async function deleteEntry(db: Db, key: EntryKey): Promise<void> {
  await db.delete(contactTimeline).where(isIt(key));
}
