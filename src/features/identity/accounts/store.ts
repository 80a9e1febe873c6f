import { and, asc, eq, gt, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { IS_CLOSED, session, user, verification } from "./tables.ts";

export async function hasFounder(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from users where role = 'founder'`);
  return rows.length > 0;
}

interface Invited {
  email: string;
  now: Date;
  /** Of the link in the invitation's e-mail. Left out where the address is known to be theirs. */
  tokenHash?: string | undefined;
}

/** Whether a team waits for somebody with this address. */
export async function isInvited(db: Db, { email, now, tokenHash }: Invited): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from team_invitations i join users u on u.id = i.account
      where i.email = ${email} and ${tokenHash === undefined ? sql`true` : sql`${tokenHash} = any(i.token_hashes)`}
        and i.state = 'open' and i.expires_at > ${now.toISOString()}::timestamptz
        and not ${sql.raw(IS_CLOSED)} limit 1`,
  );
  return rows.length > 0;
}

/** Makes the first account the founder. Of two at once, the unique index lets one through. */
export async function updateFounderIfFirst(db: Db, id: string): Promise<void> {
  await db.execute(
    sql`update users set role = 'founder' where id = ${id} and not exists (select 1 from users where role = 'founder')`,
  );
}

export async function deleteLinks(db: Db, value: string): Promise<void> {
  await db.delete(verification).where(eq(verification.value, value));
}

interface Ban {
  reason: string;
  /** Forever if left out. */
  until?: Date | undefined;
}

/** False if there's no such account. */
export async function updateBan(db: Db, id: string, { reason, until }: Ban): Promise<boolean> {
  const banned = { banned: true, banReason: reason, banExpires: until ?? null };
  const rows = await db.update(user).set(banned).where(eq(user.id, id)).returning({ id: user.id });
  return rows.length > 0;
}

export async function deleteBan(db: Db, id: string): Promise<void> {
  await db.update(user).set({ banned: false, banReason: null, banExpires: null }).where(eq(user.id, id));
}

const BAN = {
  email: user.email,
  role: user.role,
  banned: user.banned,
  banExpires: user.banExpires,
  banReason: user.banReason,
  deletionDueAt: user.deletionDueAt,
  language: user.language,
  region: user.region,
};

export async function findBan(db: Db, id: string) {
  const [row] = await db.select(BAN).from(user).where(eq(user.id, id));
  return row;
}

/** Makes other decisions about the ban wait. */
export async function lockBan(db: Db, id: string) {
  const [row] = await db.select(BAN).from(user).where(eq(user.id, id)).for("update");
  return row;
}

/** Returns how many there were. */
export async function deleteSessions(db: Db, userId: string): Promise<number> {
  return (await db.delete(session).where(eq(session.userId, userId)).returning({ id: session.id })).length;
}

/** `role` is a `StaffRole`, or "user". */
export async function updateRole(db: Db, id: string, role: string): Promise<void> {
  await db.update(user).set({ role }).where(eq(user.id, id));
}

export async function updateActiveAccount(db: Db, sessionId: string, account: string | null): Promise<void> {
  await db.update(session).set({ activeAccount: account }).where(eq(session.id, sessionId));
}

/**
 * Sets the deletion time of an account unless that's set already, or clears it if it's later than `after`.
 * False if nothing changed.
 */
export async function updateDeletionDue(
  db: Db,
  { id, dueAt, after }: { id: string; dueAt: Date | null; after?: Date },
): Promise<boolean> {
  const was = after ? gt(user.deletionDueAt, after) : isNull(user.deletionDueAt);
  const rows = await db
    .update(user)
    .set({ deletionDueAt: dueAt })
    .where(and(eq(user.id, id), was))
    .returning({ id: user.id });
  return rows.length > 0;
}

export async function findDeletionDue(db: Db, id: string): Promise<Date | null> {
  const [row] = await db.select({ dueAt: user.deletionDueAt }).from(user).where(eq(user.id, id));
  return row?.dueAt ?? null;
}

/** Lists accounts whose time is up, longest overdue first. */
export function listDueForDeletion(
  db: Db,
  now: Date,
): Promise<{ id: string; name: string; email: string; due_at: Date | null }[]> {
  return db
    .select({ id: user.id, name: user.name, email: user.email, due_at: user.deletionDueAt })
    .from(user)
    .where(and(isNotNull(user.deletionDueAt), lte(user.deletionDueAt, now)))
    .orderBy(asc(user.deletionDueAt), asc(user.id));
}

export async function deleteVerificationsOf(db: Db, named: readonly string[]): Promise<void> {
  const names = named.map(
    (text) => sql`strpos(${verification.identifier} || ' ' || ${verification.value}, ${text}) > 0`,
  );
  await db.delete(verification).where(or(...names));
}

/** Sessions, sign-in methods, and memberships are deleted by cascade. */
export async function deleteUser(db: Db, id: string): Promise<void> {
  await db.delete(user).where(eq(user.id, id));
}

/** True if an account is waiting to be deleted. */
export async function isClosed(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, id), isNotNull(user.deletionDueAt)));
  return rows.length > 0;
}
