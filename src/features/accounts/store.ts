import { eq, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { session, user, verification } from "./tables.ts";

export async function hasFounder(db: Db): Promise<boolean> {
  const rows = await rowsOf(db, sql`select 1 from users where role = 'founder'`);
  return rows.length > 0;
}

/** The first account becomes the founder. Of two that come at once the unique index lets one through. */
export async function makeFounderIfFirst(db: Db, id: string): Promise<void> {
  await db.execute(
    sql`update users set role = 'founder' where id = ${id} and not exists (select 1 from users where role = 'founder')`,
  );
}

/** Deletes the e-mailed links that were stored with this value. */
export async function deleteLinks(db: Db, value: string): Promise<void> {
  await db.delete(verification).where(eq(verification.value, value));
}

interface Ban {
  reason: string;
  /** Forever when it is left out. */
  until?: Date | undefined;
}

/** False when there is no such account. */
export async function banUser(db: Db, id: string, { reason, until }: Ban): Promise<boolean> {
  const banned = { banned: true, banReason: reason, banExpires: until ?? null };
  const rows = await db.update(user).set(banned).where(eq(user.id, id)).returning({ id: user.id });
  return rows.length > 0;
}

export async function deleteSessions(db: Db, userId: string): Promise<void> {
  await db.delete(session).where(eq(session.userId, userId));
}
