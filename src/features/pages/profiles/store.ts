import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { clientProfiles } from "./tables.ts";

export type ProfileRow = typeof clientProfiles.$inferSelect;
export type NewProfile = typeof clientProfiles.$inferInsert;

interface Owned {
  account: string;
  id: string;
}

/** All changes to an account's profiles queue up here, so that checking and using up a limit is one step. */
export async function lockAccount(db: Db, account: string): Promise<void> {
  await db.select({ id: user.id }).from(user).where(eq(user.id, account)).for("no key update");
}

const owned = ({ account, id }: Owned) => and(eq(clientProfiles.user_id, account), eq(clientProfiles.id, id));

/** Includes deleted profiles. */
export async function findProfile(db: Db, key: Owned): Promise<ProfileRow | undefined> {
  const [row] = await db.select().from(clientProfiles).where(owned(key));
  return row;
}

/** Excludes deleted profiles; locked along with its links until the transaction ends. */
export async function lockProfileRow(db: Db, key: Owned): Promise<ProfileRow | undefined> {
  const [row] = await db
    .select()
    .from(clientProfiles)
    .where(and(owned(key), isNull(clientProfiles.deleted_at)))
    .for("no key update");
  return row;
}

/** All of the account's that aren't deleted, locked in the order of their ids. */
export function lockProfileRows(db: Db, account: string): Promise<ProfileRow[]> {
  return db
    .select()
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), isNull(clientProfiles.deleted_at)))
    .orderBy(clientProfiles.id)
    .for("no key update");
}

/** These of the account's, also from the trash, locked in the order of their ids. */
export function lockProfileRowsOf(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
): Promise<ProfileRow[]> {
  return db
    .select()
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), inArray(clientProfiles.id, [...ids])))
    .orderBy(clientProfiles.id)
    .for("no key update");
}

export function listProfileRows(db: Db, account: string): Promise<ProfileRow[]> {
  return db
    .select()
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), isNull(clientProfiles.deleted_at)))
    .orderBy(desc(clientProfiles.created_at), desc(clientProfiles.id));
}

export function listDeletedRows(
  db: Db,
  { account, since }: { account: string; since: string },
): Promise<ProfileRow[]> {
  return db
    .select()
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), gt(clientProfiles.deleted_at, since)))
    .orderBy(desc(clientProfiles.created_at), desc(clientProfiles.id));
}

export async function countActiveProfiles(db: Db, { account }: { account: string }): Promise<number> {
  const [row] = await db
    .select({ active: count() })
    .from(clientProfiles)
    .where(
      and(
        eq(clientProfiles.user_id, account),
        eq(clientProfiles.status, "active"),
        isNull(clientProfiles.deleted_at),
      ),
    );
  return row?.active ?? 0;
}

/** Undefined if the id is taken. */
export async function insertProfile(db: Db, profile: NewProfile): Promise<ProfileRow | undefined> {
  const [row] = await db
    .insert(clientProfiles)
    .values(profile)
    .onConflictDoNothing({ target: clientProfiles.id })
    .returning();
  return row;
}

export async function updateProfileRow(
  db: Db,
  key: Owned,
  changes: Partial<NewProfile>,
): Promise<ProfileRow | undefined> {
  const [row] = await db.update(clientProfiles).set(changes).where(owned(key)).returning();
  return row;
}

/** Permanently deletes profiles that were deleted at `until` or before. */
export function purgeDeletedProfiles(db: Db, { until }: { until: string }): Promise<ProfileRow[]> {
  return db
    .delete(clientProfiles)
    .where(and(isNotNull(clientProfiles.deleted_at), lte(clientProfiles.deleted_at, until)))
    .returning();
}

/** Includes profiles in the trash. */
export async function listProfileIds(db: Db, account: string): Promise<string[]> {
  const rows = await db
    .select({ id: clientProfiles.id })
    .from(clientProfiles)
    .where(eq(clientProfiles.user_id, account));
  return rows.map(({ id }) => id);
}

/** The ids and names of the account's profiles that aren't deleted. */
export function listProfileNames(db: Db, account: string): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: clientProfiles.id, name: clientProfiles.name })
    .from(clientProfiles)
    .where(and(eq(clientProfiles.user_id, account), isNull(clientProfiles.deleted_at)))
    .orderBy(clientProfiles.id);
}
