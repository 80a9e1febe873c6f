import { desc, eq, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { isAmong, rowsAsJson } from "#src/platform/db/rows.ts";
import { linkVersions } from "../tables.ts";

export type VersionRow = typeof linkVersions.$inferSelect;

export const VERSIONS_KEPT = 50;

export async function insertVersions(db: Db, rows: readonly VersionRow[]): Promise<void> {
  await db.execute(sql`insert into ${linkVersions} ${rowsAsJson(linkVersions, rows)}`);
}

/** Deletes links' oldest versions, beyond those that are kept. */
export async function deleteOldVersions(db: Db, linkIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from link_versions where id in (
      select id from (
        select id, row_number() over (partition by link_id order by id desc) as place from ${linkVersions}
        where ${isAmong(linkVersions.link_id, linkIds)}) v
      where place > ${VERSIONS_KEPT})`);
}

/** Lists a link's versions, newest first, with the names of those who made them. */
export function listVersions(
  db: Db,
  linkId: string,
): Promise<{ version: VersionRow; person: string | null }[]> {
  return db
    .select({ version: linkVersions, person: user.name })
    .from(linkVersions)
    .leftJoin(user, eq(user.id, linkVersions.changed_by))
    .where(eq(linkVersions.link_id, linkId))
    .orderBy(desc(linkVersions.id))
    .limit(VERSIONS_KEPT);
}

export async function deleteVersionsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(linkVersions).where(eq(linkVersions.profile_id, profileId));
}
