import { and, desc, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { pageVersions } from "./tables.ts";

export type VersionRow = typeof pageVersions.$inferSelect;

interface OfPage {
  account: string;
  profile_id: string;
}

const ofPage = ({ account, profile_id }: OfPage) =>
  and(eq(pageVersions.user_id, account), eq(pageVersions.profile_id, profile_id));

const NEWEST = [desc(pageVersions.made_at), desc(pageVersions.id)] as const;

/** A name that a person may change stays out of the version. */
const LISTED = {
  id: pageVersions.id,
  made_at: pageVersions.made_at,
  made_by: sql<string | null>`(select u.name from users u where u.id = ${pageVersions.made_by})`,
  changes: pageVersions.changes,
  restored_from: pageVersions.restored_from,
};

export function listVersionRows(db: Db, key: OfPage) {
  return db
    .select(LISTED)
    .from(pageVersions)
    .where(ofPage(key))
    .orderBy(...NEWEST);
}

export async function findVersion(db: Db, { id, ...key }: OfPage & { id: string }) {
  const [row] = await db
    .select({ ...LISTED, page: pageVersions.page })
    .from(pageVersions)
    .where(and(ofPage(key), eq(pageVersions.id, id)));
  return row;
}

export async function findNewestVersion(db: Db, key: OfPage): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(pageVersions)
    .where(ofPage(key))
    .orderBy(...NEWEST)
    .limit(1);
  return row;
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insert(pageVersions).values(row);
}

export async function deleteVersions(db: Db, { ids, ...key }: OfPage & { ids: string[] }): Promise<void> {
  if (ids.length > 0) await db.delete(pageVersions).where(and(ofPage(key), inArray(pageVersions.id, ids)));
}

export async function deleteVersionsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(pageVersions).where(eq(pageVersions.profile_id, profileId));
}

/** Pages that were there before versions were kept, the ones that changed last first. */
export function listPagesWithoutVersion(db: Db, most: number) {
  const versions = db
    .select({ id: pageVersions.id })
    .from(pageVersions)
    .where(
      and(eq(pageVersions.user_id, clientProfiles.user_id), eq(pageVersions.profile_id, clientProfiles.id)),
    );
  return db
    .select({ account: clientProfiles.user_id, profile_id: clientProfiles.id })
    .from(clientProfiles)
    .where(and(isNull(clientProfiles.deleted_at), notExists(versions)))
    .orderBy(desc(clientProfiles.updated_at))
    .limit(most);
}
