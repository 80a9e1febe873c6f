import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Swap } from "#src/platform/account-data-registry.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { emailChange, session, twoFactor, user } from "./tables.ts";

/** In the order of their ids, so that two who lock the same people don't wait for each other. */
export function lockUsers(db: Db, ids: readonly string[]) {
  return db
    .select()
    .from(user)
    .where(inArray(user.id, [...ids]))
    .orderBy(user.id)
    .for("update");
}

/** Waits for whoever locks the person, and keeps the id theirs. Doesn't get in the way of anything else. */
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

/** Whether the id has become another person's since then. */
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

/** Codes go on working under another id. Browsers that were trusted with this one no longer are. */
export async function updateTwoFactorBindings(db: Db, userIds: readonly string[], at: Date): Promise<void> {
  await db
    .update(twoFactor)
    .set({ boundTo: sql`coalesce(${twoFactor.boundTo}, ${twoFactor.userId})`, trustFrom: at })
    .where(inArray(twoFactor.userId, [...userIds]));
}

/** A person whom rows can name while two others swap ids. Nobody sees it: the transaction also deletes it. */
export async function insertPlaceholderUser(db: Db, { id, at }: { id: string; at: Date }): Promise<void> {
  await db.insert(user).values({ id, name: "", email: `${id}@swap.invalid`, createdAt: at, updatedAt: at });
}

/** Everything in the two rows that's about the person. */
export async function updateSwappedPeople(
  db: Db,
  { account, other, at }: Swap & { at: Date },
): Promise<void> {
  const rows = await lockUsers(db, [account, other]);
  const [first, second] = [account, other].map((id) => rows.find((row) => row.id === id));
  if (!first || !second) throw new Error("One of two people who swap ids doesn't exist.");
  const about = ({ id, deletionDueAt, ...person }: typeof user.$inferSelect) => ({
    ...person,
    // Neither is a new account, whatever is offered to those.
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

/** Sends the person's sessions that are in `from` (null: their own account) on to `to`. */
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
