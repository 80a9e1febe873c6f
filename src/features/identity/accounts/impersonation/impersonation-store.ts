import { and, eq, isNull, sql } from "drizzle-orm";
import type { ActingLevel } from "#src/lib/access.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { IS_CLOSED, impersonation, session, staffAccess, user } from "../tables.ts";

export type ImpersonationRow = typeof impersonation.$inferSelect;

export interface FoundImpersonation {
  id: string;
  account: string;
  /** The name and the role of whom the account belongs to. */
  name: string;
  role: string | null;
  level: ActingLevel;
  consent: ActingLevel | null;
  ends_at: string;
  areas: string[];
}

/** Returns what a session of staff may do in an account now, as far as that's stored. */
export async function findImpersonation(
  db: Db,
  { sessionId, account, now }: { sessionId: string; account: string; now: Date },
): Promise<FoundImpersonation | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [row] = await rowsOf<FoundImpersonation>(
    db,
    sql`select i.id, i.account, u.name, u.role, i.level, i.areas, a.level as consent,
      to_char(i.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at
      from impersonations i join users u on u.id = i.account
      left join staff_access a on a.account = i.account and a.ends_at > ${at}
      where i.session_id = ${sessionId} and i.account = ${account} and i.ended_at is null and i.ends_at > ${at}
        and not ${sql.raw(IS_CLOSED)}`,
  );
  return row;
}

export async function insertImpersonation(db: Db, row: typeof impersonation.$inferInsert): Promise<void> {
  await db.insert(impersonation).values(row);
}

/** Returns what's known of one for the e-mail about it. */
export async function findForMail(db: Db, id: string) {
  const { email, language, region } = user;
  const { account, level, reason, endsAt } = impersonation;
  const [row] = await db
    .select({ account, email, language, region, level, reason, endsAt })
    .from(impersonation)
    .innerJoin(user, eq(user.id, impersonation.account))
    .where(eq(impersonation.id, id));
  return row;
}

/** Ends what a session, or one impersonation, still has. Returns what ended. */
export function updateEnded(
  db: Db,
  { sessionId, id, now }: { sessionId?: string; id?: string; now: Date },
): Promise<ImpersonationRow[]> {
  return db
    .update(impersonation)
    .set({ endedAt: now })
    .where(
      and(
        isNull(impersonation.endedAt),
        sessionId === undefined ? undefined : eq(impersonation.sessionId, sessionId),
        id === undefined ? undefined : eq(impersonation.id, id),
      ),
    )
    .returning();
}

/** Sessions that remember this account go back to their person's own. */
export async function updateLeft(db: Db, { sessionId, account }: { sessionId: string; account: string }) {
  await db
    .update(session)
    .set({ activeAccount: null })
    .where(and(eq(session.id, sessionId), eq(session.activeAccount, account)));
}

/** False if it's known already that this area was looked at. */
export async function updateAreas(db: Db, { id, area }: { id: string; area: string }): Promise<boolean> {
  const rows = await db
    .update(impersonation)
    .set({ areas: sql`array_append(${impersonation.areas}, ${area})` })
    .where(and(eq(impersonation.id, id), sql`not (${area} = any(${impersonation.areas}))`))
    .returning({ id: impersonation.id });
  return rows.length > 0;
}

/** What an account's owner lets staff do now. */
export async function findStaffAccess(db: Db, { account, now }: { account: string; now: Date }) {
  const { level, endsAt } = staffAccess;
  const [row] = await db.select({ level, endsAt }).from(staffAccess).where(eq(staffAccess.account, account));
  return row && row.endsAt > now ? row : undefined;
}

export async function upsertStaffAccess(db: Db, row: typeof staffAccess.$inferInsert): Promise<void> {
  const { level, endsAt } = row;
  await db
    .insert(staffAccess)
    .values(row)
    .onConflictDoUpdate({ target: staffAccess.account, set: { level, endsAt } });
}

export async function deleteStaffAccess(db: Db, account: string): Promise<void> {
  await db.delete(staffAccess).where(eq(staffAccess.account, account));
}
