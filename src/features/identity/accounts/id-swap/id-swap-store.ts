import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Swap } from "#src/platform/account-data-registry.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { emailChange, session, twoFactor, user } from "../tables.ts";

/** Locks in the order of ids, to prevent deadlocks. */
export function lockUsers(db: Db, ids: readonly string[]) {
  return db
    .select()
    .from(user)
    .where(inArray(user.id, [...ids]))
    .orderBy(user.id)
    .for("update");
}

/** Waits for other locks on the person, and keeps their id from changing. Doesn't block anything else. */
export async function lockPerson(db: Db, id: string): Promise<void> {
  await db.select({ id: user.id }).from(user).where(eq(user.id, id)).for("key share");
}

export async function isSessionOf(db: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const rows = await db
    .select({ id: session.id })
    .from(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)));
  return rows.length > 0;
}

/** True if the id has become another person's since then. */
export async function isHandedOver(db: Db, { id, since }: { id: string; since: Date }): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from users where id = ${id} and handed_over_at >= ${since.toISOString()}::timestamptz`,
  );
  return rows.length > 0;
}

export async function deleteEmailChanges(db: Db, userIds: readonly string[]): Promise<void> {
  await db.delete(emailChange).where(inArray(emailChange.userId, [...userIds]));
}

/** Codes keep working under the other id. Browsers that were trusted with this one no longer are. */
export async function updateTwoFactorBindings(db: Db, userIds: readonly string[], at: Date): Promise<void> {
  await db
    .update(twoFactor)
    .set({ boundTo: sql`coalesce(${twoFactor.boundTo}, ${twoFactor.userId})`, trustFrom: at })
    .where(inArray(twoFactor.userId, [...userIds]));
}

/**
 * A person for rows to refer to while two others swap ids. It's never visible, because the same transaction
 * deletes it.
 */
export async function insertPlaceholderUser(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.insert(user).values({ id, name: "", email: `${id}@swap.invalid`, createdAt: at, updatedAt: at });
}

/** Swaps everything in the two rows that belongs to the person. */
export async function updateSwappedPeople(
  db: Db,
  { account, other, at }: Swap & { at: Date },
): Promise<void> {
  const rows = await lockUsers(db, [account, other]);
  const [first, second] = [account, other].map((id) => rows.find((row) => row.id === id));
  if (!first || !second) throw new Error("One of two people who swap ids doesn't exist.");
  const about = ({ id, deletionDueAt, ...person }: typeof user.$inferSelect) => ({
    ...person,
    // Neither counts as new, so neither gets an offer for new accounts.
    createdAt: new Date(Math.min(+first.createdAt, +second.createdAt)),
    updatedAt: at,
    handedOverAt: at,
  });
  // No two people may have the same address, not even for a moment.
  await db
    .update(user)
    .set({ email: `${first.id}@swap.invalid` })
    .where(eq(user.id, account));
  await db.update(user).set(about(first)).where(eq(user.id, other));
  await db.update(user).set(about(second)).where(eq(user.id, account));
}

/** Moves the person's sessions that are in `from` (null: their own account) to `to`. */
export async function updateActiveAccounts(
  db: Db,
  { userId, from, to }: { userId: string; from: string | null; to: string | null },
): Promise<void> {
  const isThere = from === null ? isNull(session.activeAccount) : eq(session.activeAccount, from);
  await db
    .update(session)
    .set({ activeAccount: to })
    .where(and(eq(session.userId, userId), isThere));
}
