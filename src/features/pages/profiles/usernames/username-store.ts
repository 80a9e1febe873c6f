import { and, asc, eq, gt, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { takeAdvisoryLock } from "#src/platform/db/advisory-locks.ts";
import type { Db } from "#src/platform/db/database.ts";
import { displacedUsername, isReservationOver } from "../rules.ts";
import { clientProfiles, oldUsernames } from "../tables.ts";

/** Names are in two tables that no single index covers, so they're assigned one at a time. */
export function lockUsernames(db: Db): Promise<void> {
  return takeAdvisoryLock(db, "usernames");
}

interface NameQuery {
  names: string[];
  now: string;
  /** A profile whose own current and old names count as free. */
  except?: string | undefined;
}

/** Returns those of `names` that are in use, or were until recently. */
export async function listTakenUsernames(db: Db, { names, now, except }: NameQuery): Promise<string[]> {
  const others = except === undefined ? undefined : sql`${clientProfiles.id} <> ${except}`;
  const current = await db
    .select(RESERVATION_COLUMNS)
    .from(clientProfiles)
    .where(and(inArray(clientProfiles.username, names), others));
  const kept = await db
    .select({ username: oldUsernames.username })
    .from(oldUsernames)
    .where(
      and(
        inArray(oldUsernames.username, names),
        gt(oldUsernames.kept_until, now),
        except === undefined ? undefined : sql`${oldUsernames.profile_id} <> ${except}`,
      ),
    );
  const held = current.filter((holding) => !isReservationOver(holding, new Date(now)));
  return [...held, ...kept].map(({ username }) => username);
}

const RESERVATION_COLUMNS = {
  id: clientProfiles.id,
  username: clientProfiles.username,
  created_at: clientProfiles.created_at,
  username_since: clientProfiles.username_since,
  deleted_at: clientProfiles.deleted_at,
};

/** Takes a name from the profile in the trash that still has it, if one does. */
export async function updateTrashedUsername(db: Db, username: string): Promise<void> {
  const isThere = and(eq(clientProfiles.username, username), isNotNull(clientProfiles.deleted_at));
  const [row] = await db.select(RESERVATION_COLUMNS).from(clientProfiles).where(isThere);
  if (!row) return;
  const changes = { username: displacedUsername(username, row.id) };
  await db.update(clientProfiles).set(changes).where(eq(clientProfiles.id, row.id));
}

/** Lists the names of profiles, and since when they have had them. */
export function listUsernameReservations(db: Db, ids: readonly string[]) {
  return db
    .select(RESERVATION_COLUMNS)
    .from(clientProfiles)
    .where(inArray(clientProfiles.id, [...ids]));
}

export async function listOldUsernames(db: Db, profileId: string): Promise<string[]> {
  const rows = await db
    .select({ username: oldUsernames.username })
    .from(oldUsernames)
    .where(eq(oldUsernames.profile_id, profileId))
    .orderBy(asc(oldUsernames.username));
  return rows.map(({ username }) => username);
}

export async function upsertOldUsername(db: Db, old: typeof oldUsernames.$inferInsert): Promise<void> {
  await db.insert(oldUsernames).values(old).onConflictDoUpdate({ target: oldUsernames.username, set: old });
}

export async function deleteOldUsername(db: Db, username: string): Promise<void> {
  await db.delete(oldUsernames).where(eq(oldUsernames.username, username));
}

/** Deletes old names that have expired or belonged to profiles that are gone. */
export async function deleteOldUsernames(
  db: Db,
  { now, profileIds }: { now: string; profileIds: string[] },
): Promise<void> {
  await db
    .delete(oldUsernames)
    .where(or(lte(oldUsernames.kept_until, now), inArray(oldUsernames.profile_id, profileIds)));
}

/** The profile id for reserved names without an owner. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Reserves the current names of some of these profiles, and keeps their old names for as long as they were
 * reserved anyway.
 */
export async function upsertQuarantinedUsernames(
  db: Db,
  { profileIds, namesOf, until }: { profileIds: string[]; namesOf: string[]; until: string },
): Promise<void> {
  await db
    .update(oldUsernames)
    .set({ profile_id: NOBODY })
    .where(inArray(oldUsernames.profile_id, profileIds));
  await db
    .insert(oldUsernames)
    .select(
      db
        .select({
          username: clientProfiles.username,
          profile_id: sql`${NOBODY}::uuid`.as("profile_id"),
          kept_until: sql`${until}::timestamptz`.as("kept_until"),
        })
        .from(clientProfiles)
        .where(inArray(clientProfiles.id, namesOf)),
    )
    .onConflictDoUpdate({
      target: oldUsernames.username,
      set: { profile_id: NOBODY, kept_until: sql`excluded.kept_until` },
    });
}
