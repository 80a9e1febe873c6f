import { eq, inArray, lt } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { media } from "./tables.ts";

type MediaRow = typeof media.$inferSelect;

export type MediaContent = Pick<MediaRow, "user_id" | "content" | "content_type">;

export async function insertMedia(db: Db, row: Omit<MediaRow, "used_at">): Promise<void> {
  await db.insert(media).values({ ...row, used_at: row.created_at });
}

export async function findMediaContent(db: Db, id: string): Promise<MediaContent | undefined> {
  const [row] = await db
    .select({ user_id: media.user_id, content: media.content, content_type: media.content_type })
    .from(media)
    .where(eq(media.id, id));
  return row;
}

/** Notes that a picture is going to be shown; false where there is none. */
export async function touchMedia(db: Db, { id, used_at }: { id: string; used_at: string }): Promise<boolean> {
  const touched = await db.update(media).set({ used_at }).where(eq(media.id, id)).returning({ id: media.id });
  return touched.length > 0;
}

/** Deletes up to `most` pictures that have not been used since `usedBefore`; answers how many there were. */
export async function deleteMedia(
  db: Db,
  { usedBefore, most }: { usedBefore: string; most: number },
): Promise<number> {
  const unused = db.select({ id: media.id }).from(media).where(lt(media.used_at, usedBefore)).limit(most);
  const deleted = await db.delete(media).where(inArray(media.id, unused)).returning({ id: media.id });
  return deleted.length;
}
