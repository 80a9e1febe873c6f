import { and, asc, count, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { links } from "./tables.ts";

export type LinkRow = typeof links.$inferSelect;
export type NewLink = typeof links.$inferInsert;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(links.user_id, account), eq(links.id, id));

/** Includes removed links. */
export async function findLink(db: Db, key: Owned): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(links).where(owned(key));
  return row;
}

/** Includes removed links; locked until the transaction ends. */
export async function lockLinkRow(db: Db, key: Owned): Promise<LinkRow | undefined> {
  const [row] = await db.select().from(links).where(owned(key)).for("no key update");
  return row;
}

export function listLinkRows(
  db: Db,
  { account, profileId }: { account: string; profileId: string },
): Promise<LinkRow[]> {
  return db
    .select()
    .from(links)
    .where(and(eq(links.user_id, account), eq(links.profile_id, profileId), isNull(links.deleted_at)))
    .orderBy(asc(links.position), asc(links.id));
}

/** SQL for `countsAsLink` of the rules. */
export const COUNTS = or(
  inArray(links.kind, ["link", "support"]),
  and(eq(links.kind, "picture"), ne(links.url, "")),
);

/** Counts the links of one profile, or of all profiles that aren't deleted. Blocks without one don't count. */
export async function countLinks(
  db: Db,
  { account, profileId }: { account: string; profileId?: string | undefined },
): Promise<number> {
  const [row] = await db
    .select({ links: count() })
    .from(links)
    .innerJoin(clientProfiles, eq(clientProfiles.id, links.profile_id))
    .where(
      and(
        eq(links.user_id, account),
        profileId === undefined ? undefined : eq(links.profile_id, profileId),
        isNull(links.deleted_at),
        isNull(clientProfiles.deleted_at),
        COUNTS,
      ),
    );
  return row?.links ?? 0;
}

/** Lists the searchable parts of everything that can be clicked, except on deleted profiles. */
export function listLinkNames(
  db: Db,
  account: string,
): Promise<Pick<LinkRow, "id" | "profile_id" | "title" | "url">[]> {
  return db
    .select({ id: links.id, profile_id: links.profile_id, title: links.title, url: links.url })
    .from(links)
    .innerJoin(clientProfiles, eq(clientProfiles.id, links.profile_id))
    .where(
      and(
        eq(links.user_id, account),
        isNull(links.deleted_at),
        isNull(clientProfiles.deleted_at),
        ne(links.url, ""),
      ),
    )
    .orderBy(asc(links.profile_id), asc(links.position), asc(links.id));
}

/** Undefined if the id is taken. */
export async function insertLink(db: Db, link: NewLink): Promise<LinkRow | undefined> {
  const [row] = await db.insert(links).values(link).onConflictDoNothing({ target: links.id }).returning();
  return row;
}

/** Leaves out rows whose id is taken. */
export async function insertLinks(db: Db, rows: NewLink[]): Promise<void> {
  if (rows.length > 0) await db.insert(links).values(rows).onConflictDoNothing({ target: links.id });
}

export async function updateLinkRow(
  db: Db,
  key: Owned,
  changes: Partial<NewLink>,
): Promise<LinkRow | undefined> {
  const [row] = await db.update(links).set(changes).where(owned(key)).returning();
  return row;
}

/** Counts one more visitor through a link, unless as many have as may. */
export async function updateOpenedCount(
  db: Db,
  id: string,
): Promise<Pick<LinkRow, "opened_count" | "expires_clicks"> | undefined> {
  const { opened_count, expires_clicks } = links;
  const [row] = await db
    .update(links)
    .set({ opened_count: sql`${opened_count} + 1` })
    .where(and(eq(links.id, id), isNull(links.deleted_at), lt(opened_count, expires_clicks)))
    .returning({ opened_count, expires_clicks });
  return row;
}

export async function findPasswordHash(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ hash: links.password_hash }).from(links).where(eq(links.id, id));
  return row?.hash ?? undefined;
}

/**
 * Numbers the links 0, 1, 2… in the order of `ids`, skipping those that are already right. Locks them by id
 * first, as counting clicks does: two lock orders would deadlock.
 */
export async function updatePositions(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .select({ id: links.id })
    .from(links)
    .where(inArray(links.id, ids))
    .orderBy(asc(links.id))
    .for("no key update");
  await db.execute(sql`
    update links set position = wanted.position
    from (select id::uuid as id, (ordinality - 1)::int as position
          from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as listed(id, ordinality)) as wanted
    where links.id = wanted.id and links.position <> wanted.position`);
}

/** Writes the groups of these rows. */
export async function updateParents(db: Db, rows: readonly LinkRow[]): Promise<void> {
  for (const { id, parent_id } of rows) await db.update(links).set({ parent_id }).where(eq(links.id, id));
}

export async function deleteLinksOf(db: Db, profileId: string): Promise<void> {
  await db.delete(links).where(eq(links.profile_id, profileId));
}
