import { eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { media } from "./tables.ts";

export type MediaRow = typeof media.$inferSelect;

export type MediaContent = Pick<MediaRow, "user_id" | "content" | "content_type">;

export async function insertMedia(db: Db, row: MediaRow): Promise<void> {
  await db.insert(media).values(row);
}

export async function findMediaContent(db: Db, id: string): Promise<MediaContent | undefined> {
  const [row] = await db
    .select({ user_id: media.user_id, content: media.content, content_type: media.content_type })
    .from(media)
    .where(eq(media.id, id));
  return row;
}

export async function existsMedia(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select({ id: media.id }).from(media).where(eq(media.id, id));
  return row !== undefined;
}
