import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { clientProfiles, IS_SHOWN } from "#src/features/pages/profiles/tables.ts";
import type { PageAddress } from "#src/lib/page-url.ts";
import type { PageMove } from "#src/platform/account-data-registry.ts";
import type { Db } from "#src/platform/db/database.ts";
import { isOfLivingPage } from "../report-store.ts";
import { statShares } from "../tables.ts";

export type ShareRow = typeof statShares.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(statShares.user_id, account), eq(statShares.id, id));
const isThere = and(eq(clientProfiles.id, statShares.profile_id), isNull(clientProfiles.deleted_at));

export async function insertShare(db: Db, row: ShareRow): Promise<void> {
  await db.insert(statShares).values(row);
}

export async function findShare(db: Db, key: Owned): Promise<ShareRow | undefined> {
  const [row] = await db.select().from(statShares).where(owned(key));
  return row;
}

export async function deleteShare(db: Db, key: Owned): Promise<void> {
  await db.delete(statShares).where(owned(key));
}

/** Moves links to a page's figures to another account, where they go on to work as they were sent. */
export async function updateShareAccounts(db: Db, { profileIds, from, to }: PageMove): Promise<void> {
  const { made_in, user_id, profile_id } = statShares;
  await db
    .update(statShares)
    .set({ user_id: to, made_in: sql`coalesce(${made_in}, ${user_id})` })
    .where(and(eq(user_id, from), inArray(profile_id, [...profileIds])));
}

export async function countShares(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ shares: count() })
    .from(statShares)
    .where(and(eq(statShares.user_id, account), isOfLivingPage(statShares.profile_id)));
  return row?.shares ?? 0;
}

export function listShareRows(db: Db, account: string): Promise<{ share: ShareRow; name: string }[]> {
  return db
    .select({ share: statShares, name: clientProfiles.name })
    .from(statShares)
    .innerJoin(clientProfiles, isThere)
    .where(eq(statShares.user_id, account))
    .orderBy(desc(statShares.id));
}

const isShown = sql`exists (
  select from client_profiles p join users u on u.id = p.user_id where p.id = ${statShares.profile_id} and ${sql.raw(IS_SHOWN)})`;

/** Finds what a link is about, whoever's it is, with how its page calls itself. Pages that visitors can't see have none. */
export async function findLinkedShare(
  db: Db,
  id: string,
): Promise<({ share: ShareRow; name: string } & PageAddress) | undefined> {
  const [row] = await db
    .select({
      share: statShares,
      name: clientProfiles.name,
      display: clientProfiles.display_name,
      username: clientProfiles.username,
      domain: clientProfiles.domain,
    })
    .from(statShares)
    .innerJoin(clientProfiles, isThere)
    .where(and(eq(statShares.id, id), isShown));
  return row && { ...row, name: row.display?.trim() || row.name };
}
