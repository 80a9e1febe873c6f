import { and, asc, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import { teamMembers } from "#src/features/identity/team/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { events } from "#src/platform/tables.ts";
import { invitations } from "./tables.ts";

export type InvitationRow = typeof invitations.$inferSelect;
export type NewInvitation = typeof invitations.$inferInsert;
export type MembershipRow = typeof teamMembers.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const person = { name: user.name, email: user.email, picture: user.image };

export function listMemberRows(db: Db, account: string) {
  return db
    .select({ ...person, member: teamMembers })
    .from(teamMembers)
    .innerJoin(user, eq(user.id, teamMembers.user_id))
    .where(eq(teamMembers.account, account))
    .orderBy(asc(teamMembers.created_at), asc(teamMembers.user_id));
}

/** Locks the row until the transaction ends. */
export async function lockMember(db: Db, { account, id }: Owned) {
  const [row] = await db
    .select({ ...person, member: teamMembers })
    .from(teamMembers)
    .innerJoin(user, eq(user.id, teamMembers.user_id))
    .where(and(eq(teamMembers.account, account), eq(teamMembers.user_id, id)))
    .for("update", { of: teamMembers });
  return row;
}

/** True if this address owns the account or is on its team. */
export async function isOnTeam(db: Db, { account, email }: { account: string; email: string }) {
  const rows = await rowsOf(
    db,
    sql`select 1 from users u where u.email = ${email} and (u.id = ${account}
        or exists (select 1 from team_members m where m.account = ${account} and m.user_id = u.id))`,
  );
  return rows.length > 0;
}

/** False if they're already on the team. */
export async function insertMember(db: Db, row: typeof teamMembers.$inferInsert): Promise<boolean> {
  const rows = await db.insert(teamMembers).values(row).onConflictDoNothing().returning();
  return rows.length > 0;
}

export async function updateMember(
  db: Db,
  { account, id }: Owned,
  changes: Partial<Pick<MembershipRow, "role" | "profile_ids">>,
): Promise<void> {
  await db
    .update(teamMembers)
    .set(changes)
    .where(and(eq(teamMembers.account, account), eq(teamMembers.user_id, id)));
}

export async function deleteMember(db: Db, { account, id }: Owned): Promise<void> {
  await db.delete(teamMembers).where(and(eq(teamMembers.account, account), eq(teamMembers.user_id, id)));
}

export function listInvitationRows(db: Db, account: string) {
  return db
    .select({ invitation: invitations, inviter: user.name })
    .from(invitations)
    .leftJoin(user, eq(user.id, invitations.invited_by))
    .where(and(eq(invitations.account, account), ne(invitations.state, "accepted")))
    .orderBy(desc(invitations.created_at), desc(invitations.id));
}

export async function findInvitation(db: Db, { account, id }: Owned): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.account, account), eq(invitations.id, id), ne(invitations.state, "accepted")));
  return row;
}

/**
 * Returns the invitation with this id or token hash, unless its account is closed, with the names of its
 * owner and its inviter.
 */
export async function findReceivedInvitation(db: Db, by: { id: string } | { hash: string }) {
  const owner = sql`(select u.name from users u where u.id = ${invitations.account} and not ${sql.raw(IS_CLOSED)})`;
  const [row] = await db
    .select({ invitation: invitations, inviter: person, team: sql<string | null>`${owner}` })
    .from(invitations)
    .leftJoin(user, eq(user.id, invitations.invited_by))
    .where(
      "id" in by ? eq(invitations.id, by.id) : sql`${invitations.token_hashes} @> array[${by.hash}]::text[]`,
    );
  return row?.team == null ? undefined : { ...row, team: row.team };
}

export async function upsertInvitation(db: Db, row: NewInvitation): Promise<InvitationRow> {
  const { role, profile_ids, invited_by, state, created_at, expires_at } = row;
  const [kept] = await db
    .insert(invitations)
    .values(row)
    .onConflictDoUpdate({
      target: [invitations.account, invitations.email],
      targetWhere: sql`state <> 'accepted'`,
      set: { role, profile_ids, invited_by, state, created_at, expires_at, token_hashes: [] },
    })
    .returning();
  if (!kept) throw new Error("An invitation was neither made nor changed.");
  return kept;
}

/** Only the newest link works, because requesting another one may mean that the last one leaked. */
export async function updateTokenHash(db: Db, id: string, hash: string): Promise<void> {
  await db
    .update(invitations)
    .set({ token_hashes: [hash] })
    .where(and(eq(invitations.id, id), eq(invitations.state, "open")));
}

/** Returns who last changed a member's role, and the role before that. */
export async function findLastRoleChange(
  db: Db,
  { account, id, name }: Owned & { name: string },
): Promise<{ from: string; by: string } | undefined> {
  const [row] = await db
    .select({ from: sql<string>`${events.payload}->>'from'`, by: sql<string>`${events.actor}->>'id'` })
    .from(events)
    .where(and(eq(events.account, account), eq(events.name, name), eq(events.subject, id)))
    .orderBy(desc(events.id))
    .limit(1);
  return row;
}

/** Ends an open invitation. Of several simultaneous attempts, only one succeeds. */
export async function updateOpenInvitation(
  db: Db,
  { id, now }: { id: string; now: string },
  changes: Pick<InvitationRow, "state"> & Partial<InvitationRow>,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitations)
    .set(changes)
    .where(and(eq(invitations.id, id), eq(invitations.state, "open"), gt(invitations.expires_at, now)))
    .returning();
  return row;
}

export async function deleteInvitation(db: Db, { account, id }: Owned): Promise<boolean> {
  const rows = await db
    .delete(invitations)
    .where(and(eq(invitations.account, account), eq(invitations.id, id), ne(invitations.state, "accepted")))
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** One inviter's unaccepted invitations. */
export async function deleteInvitationsBy(db: Db, { account, id }: Owned): Promise<string[]> {
  const rows = await db
    .delete(invitations)
    .where(
      and(eq(invitations.account, account), eq(invitations.invited_by, id), eq(invitations.state, "open")),
    )
    .returning({ id: invitations.id });
  return rows.map((row) => row.id);
}

export async function deleteInvitationsBefore(db: Db, before: string): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expires_at, before));
}

/** Removes a profile from all limits. Members limited to only this profile then have none. */
export async function deleteProfileFromLimits(db: Db, { account, id }: Owned): Promise<void> {
  for (const table of [sql`team_members`, sql`team_invitations`])
    await db.execute(
      sql`update ${table} set profile_ids = array_remove(profile_ids, ${id}::uuid)
          where account = ${account} and profile_ids @> array[${id}::uuid]`,
    );
}

/** Returns the names of those of these profiles that exist. */
export async function listProfileNames(
  db: Db,
  { account, ids }: { account: string; ids: readonly string[] },
) {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from client_profiles where user_id = ${account} and id = any(${`{${ids.join(",")}}`}::uuid[])
        and deleted_at is null order by name`,
  );
  return rows.map(({ name }) => name);
}
