import { and, eq, gt, inArray, isNull, lte, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { linkNames, links } from "../tables.ts";

export type NameRow = typeof linkNames.$inferSelect;

/** A name, and when the link that has it was deleted. */
export type Holding = NameRow & { deleted_at: string | null };

/** Names are given out one at a time, because of those that nobody else may have yet. */
export function lockNames(db: Db): Promise<void> {
  return takeAdvisoryLock(db, "link-names");
}

export async function listHoldings(db: Db, name: string): Promise<Holding[]> {
  const rows = await db
    .select({ name: linkNames, deleted_at: links.deleted_at })
    .from(linkNames)
    .leftJoin(links, eq(links.id, linkNames.link_id))
    .where(eq(linkNames.name, name));
  return rows.map(({ name, deleted_at }) => ({ ...name, deleted_at }));
}

export async function insertName(db: Db, row: NameRow): Promise<void> {
  await db.insert(linkNames).values(row);
}

export async function updateName(db: Db, id: string, changes: Partial<NameRow>): Promise<void> {
  await db.update(linkNames).set(changes).where(eq(linkNames.id, id));
}

export async function deleteName(db: Db, id: string): Promise<void> {
  await db.delete(linkNames).where(eq(linkNames.id, id));
}

/** Takes the name from the link that has it now, so that no list says otherwise. */
export async function updateNameless(db: Db, linkId: string): Promise<void> {
  await db.update(links).set({ short_name: null, is_short_name_own: false }).where(eq(links.id, linkId));
}

/** Finds the link that a name leads to: at an account's own domain its own, elsewhere anybody's. */
export async function findNamedLink(
  db: Db,
  { name, account, now }: { name: string; account: string | undefined; now: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ link_id: linkNames.link_id })
    .from(linkNames)
    .where(
      and(
        eq(linkNames.name, name),
        account === undefined ? eq(linkNames.is_shared, true) : eq(linkNames.user_id, account),
        or(isNull(linkNames.kept_until), gt(linkNames.kept_until, now)),
      ),
    );
  return row?.link_id;
}

/** Returns where any link leads, also one in the trash, which may come back. */
export async function findLinkUrl(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.select({ url: links.url }).from(links).where(eq(links.id, id));
  return row?.url;
}

/** The names of pages' links, now and before. */
export function listNamesOf(db: Db, profileIds: readonly string[]): Promise<NameRow[]> {
  return db
    .select()
    .from(linkNames)
    .where(inArray(linkNames.profile_id, [...profileIds]))
    .orderBy(linkNames.since, linkNames.id);
}

/** The names that links of both accounts have now, with the title of the first account's link. */
export function listNameClashes(db: Db, { from, to }: { from: string; to: string }) {
  const theirs = alias(linkNames, "theirs");
  return db
    .select({ name: linkNames.name, title: links.title })
    .from(linkNames)
    .innerJoin(links, eq(links.id, linkNames.link_id))
    .innerJoin(
      theirs,
      and(eq(theirs.user_id, to), eq(theirs.name, linkNames.name), isNull(theirs.kept_until)),
    )
    .where(and(eq(linkNames.user_id, from), isNull(linkNames.kept_until)))
    .orderBy(linkNames.name);
}

/** What a link is called now, wherever it's listed. */
export async function updateLinkName(
  db: Db,
  { link_id, name }: Pick<NameRow, "link_id" | "name">,
): Promise<void> {
  await db.update(links).set({ short_name: name, is_short_name_own: false }).where(eq(links.id, link_id));
}

export async function deleteNamesOf(db: Db, profileId: string): Promise<void> {
  await db.delete(linkNames).where(eq(linkNames.profile_id, profileId));
}

/** Deletes earlier names that aren't kept any longer. */
export async function deleteLateNames(db: Db, now: string): Promise<void> {
  await db.delete(linkNames).where(lte(linkNames.kept_until, now));
}

/** The ids of names that nobody has. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Keeps the names of erased links from everyone for a while. Only the names are stored, not whose they were. */
export async function updateErasedNames(
  db: Db,
  { profileIds, until }: { profileIds: string[]; until: string },
): Promise<void> {
  if (profileIds.length === 0) return;
  const theirs = inArray(linkNames.profile_id, profileIds);
  await db.delete(linkNames).where(and(theirs, eq(linkNames.is_shared, false)));
  await db
    .update(linkNames)
    .set({ user_id: "", profile_id: NOBODY, link_id: NOBODY, kept_until: until })
    .where(theirs);
}
