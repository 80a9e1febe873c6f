import { and, asc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { signalListHosts, signalLists } from "../tables.ts";

export type ListRow = typeof signalLists.$inferSelect;
export type NewList = typeof signalLists.$inferInsert;

export async function listListRows(db: Db): Promise<(ListRow & { by_name: string | null })[]> {
  const rows = await db
    .select({ row: signalLists, by_name: user.name })
    .from(signalLists)
    .leftJoin(user, eq(user.id, signalLists.created_by))
    .orderBy(asc(signalLists.created_at), asc(signalLists.id));
  return rows.map(({ row, by_name }) => ({ ...row, by_name }));
}

export async function listRevisions(db: Db): Promise<{ id: string; name: string; revision: string }[]> {
  const { id, name, revision } = signalLists;
  const rows = await db
    .select({ id, name, revision })
    .from(signalLists)
    .where(isNotNull(revision))
    .orderBy(asc(signalLists.created_at), asc(id));
  return rows.map((row) => ({ ...row, revision: row.revision ?? "" }));
}

export async function findDigests(db: Db, id: string): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ digests: signalListHosts.digests })
    .from(signalListHosts)
    .where(eq(signalListHosts.list_id, id));
  return row?.digests;
}

export async function insertList(db: Db, row: NewList): Promise<void> {
  await db.insert(signalLists).values(row);
}

export async function findList(db: Db, id: string): Promise<ListRow | undefined> {
  const [row] = await db.select().from(signalLists).where(eq(signalLists.id, id));
  return row;
}

/** False if it’s gone. */
export async function updateList(db: Db, id: string, change: Partial<Omit<ListRow, "id">>): Promise<boolean> {
  const rows = await db
    .update(signalLists)
    .set(change)
    .where(eq(signalLists.id, id))
    .returning({ id: signalLists.id });
  return rows.length > 0;
}

export async function upsertDigests(db: Db, list_id: string, digests: Uint8Array): Promise<void> {
  await db
    .insert(signalListHosts)
    .values({ list_id, digests })
    .onConflictDoUpdate({ target: signalListHosts.list_id, set: { digests } });
}

export async function deleteList(db: Db, id: string): Promise<ListRow | undefined> {
  const [row] = await db.delete(signalLists).where(eq(signalLists.id, id)).returning();
  await db.delete(signalListHosts).where(eq(signalListHosts.list_id, id));
  return row;
}

/** Lists at an address that were last tried before then. */
export async function listDueLists(db: Db, before: string): Promise<string[]> {
  const rows = await db
    .select({ id: signalLists.id })
    .from(signalLists)
    .where(
      and(isNotNull(signalLists.url), or(isNull(signalLists.tried_at), lt(signalLists.tried_at, before))),
    );
  return rows.map(({ id }) => id);
}
