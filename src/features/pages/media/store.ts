import { and, eq, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { PageMove, Swap } from "#src/platform/account-data-registry.ts";
import type { Db } from "#src/platform/db/database.ts";
import { someOf } from "#src/platform/db/rows.ts";
import { ENDINGS } from "./rules.ts";
import { media, type PicturePlace } from "./tables.ts";

export type MediaRow = typeof media.$inferSelect;

export type StoredContent = Pick<MediaRow, "user_id" | "content" | "content_type" | "object_bytes">;

/** The size of a picture, wherever it is. */
export const MEDIA_BYTES = sql<number>`coalesce(octet_length(${media.content}), ${media.object_bytes}, 0)`;

export async function insertMedia(db: Db, row: typeof media.$inferInsert): Promise<void> {
  await db.insert(media).values({ ...row, used_at: row.created_at });
}

/** Inserts a picture unless the account has it already. False if so. */
export async function insertMediaOnce(db: Db, row: typeof media.$inferInsert): Promise<boolean> {
  const inserted = await db
    .insert(media)
    .values({ ...row, used_at: row.created_at })
    .onConflictDoNothing({ target: [media.user_id, media.hash] })
    .returning({ id: media.id });
  return inserted.length > 0;
}

/** Finds what has been made of the same file before, and keeps it for whoever is about to show it. */
export async function findMediaByHash(
  db: Db,
  { account, hash, used_at }: { account: string; hash: string; used_at: string },
) {
  const [row] = await db
    .update(media)
    .set({ used_at })
    .where(and(eq(media.user_id, account), eq(media.hash, hash)))
    .returning({
      id: media.id,
      content_type: media.content_type,
      width: media.width,
      height: media.height,
      alt_text: media.alt_text,
    });
  return row;
}

export async function findPicture(db: Db, id: string): Promise<MediaRow | undefined> {
  const [row] = await db.select().from(media).where(eq(media.id, id));
  return row;
}

export async function findMediaContent(db: Db, id: string): Promise<StoredContent | undefined> {
  const { user_id, content, content_type, object_bytes } = media;
  const [row] = await db
    .select({ user_id, content, content_type, object_bytes })
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
    .select({ bytes: sql<number>`coalesce(sum(${MEDIA_BYTES}), 0)::int` })
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

const endings = Object.entries(ENDINGS).map(([type, ending]) => sql`when ${type} then ${ending}::text`);
/** In the format of `mediaPath`. */
export const MEDIA_PATH_OF = sql<string>`('/media/' || ${media.id} || '.' || case ${media.content_type} ${sql.join(endings, sql` `)} end)`;

/** Records that a picture or a video is about to be shown. False if it doesn't exist. */
export async function updateMediaUsedAt(
  db: Db,
  { id, path, used_at }: { id: string; path: string; used_at: string },
): Promise<boolean> {
  const touched = await db
    .update(media)
    .set({ used_at })
    .where(and(eq(media.id, id), eq(MEDIA_PATH_OF, path)))
    .returning({ id: media.id });
  return touched.length > 0;
}

/** Records that the pictures in these places are in use, including those of rows in the trash. */
export async function updateMediaUsedAtIn(
  db: Db,
  { places, used_at }: { places: readonly PicturePlace[]; used_at: string },
): Promise<void> {
  const shown = places.map((place) => sql`${MEDIA_PATH_OF} in (select s.path from (${place.shown}) as s)`);
  await db
    .update(media)
    .set({ used_at })
    .where(or(...shown));
}

/** Moves two people's own pictures to each other's id. */
export async function updateOwnPictureOwners(db: Db, { account, other }: Swap): Promise<void> {
  const own = sql`${MEDIA_PATH_OF} in (select image from users where id in (${account}, ${other}))`;
  await db
    .update(media)
    .set({ user_id: sql`case ${media.user_id} when ${account} then ${other} else ${account} end` })
    .where(and(inArray(media.user_id, [account, other]), own));
}

/**
 * Moves the pictures that pages show to another account. What that account has already stays there twice, without its
 * fingerprint, because both addresses are in use.
 */
export async function updateShownMediaOwners(
  db: Db,
  { profileIds, from, to, places }: PageMove & { places: readonly PicturePlace[] },
): Promise<void> {
  const ids = sql`${`{${profileIds.join(",")}}`}::text[]`;
  const shown = sql.join(
    places.map(
      (place) => sql`select s.path from (${place.shown}) as s
        where s.account = ${from} and s.profile_id = any(${ids}) and s.path like '/media/%'`,
    ),
    sql` union `,
  );
  const isThere = sql`exists (select from media t where t.user_id = ${to} and t.hash = ${media.hash})`;
  await db
    .update(media)
    .set({ user_id: to, hash: sql`case when ${isThere} then null else ${media.hash} end` })
    .where(
      and(
        eq(media.user_id, from),
        sql`${media.purpose} is distinct from 'own'`,
        sql`${MEDIA_PATH_OF} in (${shown})`,
      ),
    );
}

interface Unused {
  usedBefore: string;
  most: number;
}

/** Deletes up to `most` unused copies and people's own pictures, and returns how many it deleted. */
export async function deleteCopies(db: Db, { usedBefore, most }: Unused): Promise<number> {
  const where = and(lt(media.used_at, usedBefore), isNull(media.hash));
  const deleted = await db.delete(media).where(someOf(media, { where, most })).returning({ id: media.id });
  return deleted.length;
}

/** Deletes up to `most` uploads that are unused since `longBefore`, or beyond the `keep` newest unused ones. */
export async function deleteUnusedUploads(
  db: Db,
  { usedBefore, longBefore, keep, most }: Unused & { longBefore: string; keep: number },
): Promise<number> {
  const beyond = sql`(select id from (
      select m.id, row_number() over (partition by m.user_id order by m.used_at desc, m.id desc) as place
      from ${media} m where m.used_at < ${usedBefore} and m.hash is not null) as ranked where place > ${keep})`;
  const where = and(
    lt(media.used_at, usedBefore),
    isNotNull(media.hash),
    or(lt(media.used_at, longBefore), inArray(media.id, beyond)),
  );
  const deleted = await db.delete(media).where(someOf(media, { where, most })).returning({ id: media.id });
  return deleted.length;
}
