import { and, eq, exists, isNotNull, sql } from "drizzle-orm";
import { normalEmail } from "#src/lib/email-address.ts";
import type { Db } from "#src/platform/db/database.ts";
import { account, emailChange, user } from "../tables.ts";

export interface PersonRow {
  name: string;
  email: string;
  email_verified: boolean;
  picture: string | null;
  time_zone: string | null;
  region: string | null;
  language: string | null;
}

const PERSON = {
  name: user.name,
  email: user.email,
  email_verified: user.emailVerified,
  picture: user.image,
  time_zone: user.timeZone,
  region: user.region,
  language: user.language,
};

export async function findPerson(db: Db, id: string): Promise<PersonRow | undefined> {
  const [row] = await db.select(PERSON).from(user).where(eq(user.id, id));
  return row;
}

/** Returns the chosen language of the person with this e-mail address. Undefined if nobody has it. */
export async function findLanguage(db: Db, email: string): Promise<string | null | undefined> {
  const [row] = await db
    .select({ language: user.language })
    .from(user)
    .where(eq(user.email, normalEmail(email)));
  return row?.language;
}

/** Includes whether they have a password, and the pending change of e-mail address, in one statement. */
export async function findOwnPerson(db: Db, id: string) {
  const password = db
    .select({ id: account.id })
    .from(account)
    .where(and(ownPassword(id), isNotNull(account.password)));
  const [row] = await db
    .select({ person: PERSON, has_password: sql<boolean>`${exists(password)}`, change: emailChange })
    .from(user)
    .leftJoin(emailChange, eq(emailChange.userId, user.id))
    .where(eq(user.id, id));
  return row;
}

export type PersonChanges = Partial<
  Pick<PersonRow, "name" | "picture" | "time_zone" | "region" | "language">
>;

export async function updatePerson(
  db: Db,
  id: string,
  { updated_at, name, picture, time_zone, region, language }: PersonChanges & { updated_at: Date },
): Promise<void> {
  // Fields left out stay as they are.
  const columns = { name, image: picture, timeZone: time_zone, region, language };
  const changes = columns as Partial<typeof user.$inferInsert>;
  await db
    .update(user)
    .set({ ...changes, updatedAt: updated_at })
    .where(eq(user.id, id));
}

/** Undefined for people who sign in without a password. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: sql<string>`${account.password}` })
    .from(account)
    .where(and(ownPassword(userId), isNotNull(account.password)));
  return row?.hash;
}

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const rows = await db.select({ id: user.id }).from(user).where(eq(user.email, email));
  return rows.length > 0;
}

const ownPassword = (userId: string) => and(eq(account.userId, userId), eq(account.providerId, "credential"));

/** Works for people who already have a password, and for those who don't. */
export async function upsertPasswordHash(
  db: Db,
  { id, userId, hash, now }: { id: string; userId: string; hash: string; now: Date },
): Promise<void> {
  const changed = await db
    .update(account)
    .set({ password: hash, updatedAt: now })
    .where(ownPassword(userId))
    .returning({ id: account.id });
  if (changed.length > 0) return;
  await db
    .insert(account)
    .values({ id, accountId: userId, providerId: "credential", userId, password: hash });
}

/** Disables sign-in by password until a new one is set. */
export async function deletePasswordHash(db: Db, userId: string): Promise<void> {
  await db.update(account).set({ password: null }).where(ownPassword(userId));
}
