import { and, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Swap } from "#src/platform/account-data-registry.ts";
import type { Db } from "#src/platform/db/database.ts";
import { someOf } from "#src/platform/db/rows.ts";
import { ENDINGS } from "./rules.ts";
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

export async function findMediaOwner(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ user_id: media.user_id }).from(media).where(eq(media.id, id));
  return row?.user_id;
}

export async function getMediaBytes(
  db: Db,
  { account, ids }: { account: string; ids: string[] },
): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(octet_length(${media.content})), 0)::int` })
    .from(media)
    .where(and(eq(media.user_id, account), inArray(media.id, ids)));
  return row?.bytes ?? 0;
}

export async function listMediaSizes(db: Db, ids: string[]): Promise<{ width: number; height: number }[]> {
  return db.select({ width: media.width, height: media.height }).from(media).where(inArray(media.id, ids));
}

export async function listMediaIds(db: Db, account: string): Promise<string[]> {
  const rows = await db.select({ id: media.id }).from(media).where(eq(media.user_id, account));
  return rows.map(({ id }) => id);
}

/** Records that a picture is about to be shown. False if it doesn't exist. */
export async function updateMediaUsedAt(
  db: Db,
  { id, used_at }: { id: string; used_at: string },
): Promise<boolean> {
  const touched = await db.update(media).set({ used_at }).where(eq(media.id, id)).returning({ id: media.id });
  return touched.length > 0;
}

const endings = Object.entries(ENDINGS).map(([type, ending]) => sql`when ${type} then ${ending}::text`);
/** In the format of `mediaPath`. */
const PATH = sql`('/media/' || ${media.id} || '.' || case ${media.content_type} ${sql.join(endings, sql` `)} end)`;

/** Records that the pictures in these columns and lists are in use, including those of rows in the trash. */
export async function updateMediaUsedAtIn(
  db: Db,
  { columns, lists, used_at }: { columns: PgColumn[]; lists: SQL[]; used_at: string },
): Promise<void> {
  const shown = [
    ...columns.map((column) => inArray(PATH, db.select({ shown: column }).from(column.table))),
    ...lists.map((list) => sql`${PATH} in (${list})`),
  ];
  await db
    .update(media)
    .set({ used_at })
    .where(or(...shown));
}

/** Moves two people's own pictures to each other's id. */
export async function updateOwnPictureOwners(db: Db, { account, other }: Swap): Promise<void> {
  const own = sql`${PATH} in (select image from users where id in (${account}, ${other}))`;
  await db
    .update(media)
    .set({ user_id: sql`case ${media.user_id} when ${account} then ${other} else ${account} end` })
    .where(and(inArray(media.user_id, [account, other]), own));
}

/** Deletes up to `most` pictures not used since `usedBefore` and returns how many it deleted. */
export async function deleteMedia(
  db: Db,
  { usedBefore, most }: { usedBefore: string; most: number },
): Promise<number> {
  const unused = someOf(media, { where: lt(media.used_at, usedBefore), most });
  const deleted = await db.delete(media).where(unused).returning({ id: media.id });
  return deleted.length;
}
