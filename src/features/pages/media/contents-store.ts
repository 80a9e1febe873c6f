import { and, asc, eq, gt, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { media, mediaObjects } from "./tables.ts";

interface NewObject {
  id: string;
  created_at: string;
}

/** Records that there may be an object of this picture from now on. */
export async function upsertObject(db: Db, { id, created_at }: NewObject): Promise<void> {
  await db
    .insert(mediaObjects)
    .values({ id, created_at })
    .onConflictDoUpdate({ target: mediaObjects.id, set: { created_at } });
}

export async function deleteObjectRow(db: Db, id: string): Promise<void> {
  await db.delete(mediaObjects).where(eq(mediaObjects.id, id));
}

const isIn = (place: "row" | "object") =>
  place === "row" ? isNotNull(media.content) : isNull(media.content);

export async function countContents(db: Db, place: "row" | "object"): Promise<number> {
  return db.$count(media, isIn(place));
}

/** The ids of pictures there, in their order. */
export async function listContents(
  db: Db,
  { place, after, most }: { place: "row" | "object"; after: string; most: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(gt(media.id, after), isIn(place)))
    .orderBy(asc(media.id))
    .limit(most);
  return rows.map(({ id }) => id);
}

/** From now on, the picture is only in S3. */
export async function updateToObject(
  db: Db,
  { id, object_bytes }: { id: string; object_bytes: number },
): Promise<void> {
  await db.update(media).set({ content: null, object_bytes }).where(eq(media.id, id));
}

export async function updateToRow(
  db: Db,
  { id, content }: { id: string; content: Uint8Array },
): Promise<void> {
  await db
    .update(media)
    .set({ content, object_bytes: null })
    .where(and(eq(media.id, id), isNull(media.content)));
}

/** The ids of objects that no picture needs: it's been deleted, is in its row, or was never finished. */
export async function listOrphans(
  db: Db,
  { createdBefore, most }: { createdBefore: string; most: number },
): Promise<string[]> {
  const needed = db
    .select({ one: sql`1` })
    .from(media)
    .where(and(eq(media.id, mediaObjects.id), isNull(media.content)));
  const rows = await db
    .select({ id: mediaObjects.id })
    .from(mediaObjects)
    .where(and(lt(mediaObjects.created_at, createdBefore), notExists(needed)))
    .limit(most);
  return rows.map(({ id }) => id);
}
