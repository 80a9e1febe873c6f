import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { keptAnswers } from "../tables.ts";

export type StoredResponse = typeof keptAnswers.$inferSelect;
/** Identifies a row and the attempt that owns it. An attempt that takes over gets another `attempt`. */
export type AttemptKey = Pick<StoredResponse, "id"> & { attempt: string };

export async function findStoredResponse(db: Db, ids: string[]): Promise<StoredResponse | undefined> {
  const [row] = await db.select().from(keptAnswers).where(inArray(keptAnswers.id, ids));
  return row;
}

/** False if there's already a row under this id. */
export async function insertStoredResponse(db: Db, row: StoredResponse): Promise<boolean> {
  const rows = await db
    .insert(keptAnswers)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: keptAnswers.id });
  return rows.length > 0;
}

/** False if the row no longer belongs to this attempt. */
export async function updateStoredResponse(
  db: Db,
  { id, attempt }: AttemptKey,
  changes: Partial<StoredResponse>,
): Promise<boolean> {
  const rows = await db
    .update(keptAnswers)
    .set(changes)
    .where(and(eq(keptAnswers.id, id), eq(keptAnswers.attempt, attempt)))
    .returning({ id: keptAnswers.id });
  return rows.length > 0;
}

export async function deleteStoredResponse(db: Db, { id, attempt }: AttemptKey): Promise<void> {
  await db.delete(keptAnswers).where(and(eq(keptAnswers.id, id), eq(keptAnswers.attempt, attempt)));
}

export async function purgeStoredResponses(db: Db, time: string): Promise<void> {
  await db.delete(keptAnswers).where(lt(keptAnswers.created_at, time));
}

/** Empties an owner's oldest responses beyond `bytesMax`, and deletes the oldest rows beyond `rowsMax`. */
export async function deleteExcessResponses(
  db: Db,
  owner: string,
  { bytesMax, rowsMax }: { bytesMax: number; rowsMax: number },
): Promise<void> {
  const newest = sql`select id, body <> '' as has_body, row_number() over newest as row, sum(octet_length(body)) over newest as bytes
    from ${keptAnswers} where ${keptAnswers.owner} = ${owner} and leased_until is null
    window newest as (order by created_at desc, id)`;
  await db.execute(sql`with newest as (${newest}),
    emptied as (update ${keptAnswers} set body = '' where id in (
      select id from newest where bytes > ${bytesMax} and has_body and row <= ${rowsMax}))
    delete from ${keptAnswers} where id in (select id from newest where row > ${rowsMax})`);
}
