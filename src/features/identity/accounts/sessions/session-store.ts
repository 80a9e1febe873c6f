import { and, desc, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { UNKNOWN_COUNTRY } from "#src/platform/geo/geo.ts";
import { session, user } from "../tables.ts";

/** Returns the time of the last proof in this session. Undefined once it has ended. */
export async function findProvenAt(db: Db, id: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ provenAt: session.provenAt, createdAt: session.createdAt })
    .from(session)
    .where(eq(session.id, id));
  return row && (row.provenAt ?? row.createdAt);
}

export async function updateProvenAt(db: Db, id: string, provenAt: Date): Promise<void> {
  await db.update(session).set({ provenAt }).where(eq(session.id, id));
}

export async function updateLastUsedAt(
  db: Db,
  { id, usedAt, ifBefore }: { id: string; usedAt: Date; ifBefore: Date },
): Promise<void> {
  await db
    .update(session)
    .set({ lastUsedAt: usedAt })
    .where(and(eq(session.id, id), or(isNull(session.lastUsedAt), lt(session.lastUsedAt, ifBefore))));
}

export async function updateLastSeenAt(
  db: Db,
  { userId, seenAt, ifBefore }: { userId: string; seenAt: Date; ifBefore: Date },
): Promise<void> {
  await db
    .update(user)
    .set({ lastSeenAt: seenAt })
    .where(and(eq(user.id, userId), lt(user.lastSeenAt, ifBefore)));
}

/** Where this person's other sessions began, as far as it's known. */
export async function listCountries(
  db: Db,
  { userId, otherThan }: { userId: string; otherThan: string },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ country: session.country })
    .from(session)
    .where(and(eq(session.userId, userId), ne(session.id, otherThan), ne(session.country, UNKNOWN_COUNTRY)));
  return rows.flatMap(({ country }) => country ?? []);
}

const SESSION_COLUMNS = {
  id: session.id,
  userAgent: session.userAgent,
  country: session.country,
  city: session.city,
  createdAt: session.createdAt,
  lastUsedAt: session.lastUsedAt,
};
export type SessionRow = Pick<typeof session.$inferSelect, keyof typeof SESSION_COLUMNS>;

/** People who sign in by script may have thousands. The most recently used ones matter. */
const SESSIONS_LISTED_MAX = 200;

/** Sessions that haven't expired, last used first. */
export function listSessionRows(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<SessionRow[]> {
  return db
    .select(SESSION_COLUMNS)
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, now)))
    .orderBy(desc(sql`coalesce(${session.lastUsedAt}, ${session.createdAt})`), session.id)
    .limit(SESSIONS_LISTED_MAX);
}

/** False if the person has no such session. */
export async function deleteSession(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.id, id), eq(session.userId, userId)))
    .returning({ id: session.id });
  return gone.length > 0;
}

/** Ends all of a person's sessions except one. Returns their ids. */
export async function deleteOtherSessions(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<string[]> {
  const gone = await db
    .delete(session)
    .where(and(eq(session.userId, userId), ne(session.id, id)))
    .returning({ id: session.id });
  return gone.map((row) => row.id);
}
