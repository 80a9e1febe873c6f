import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { IS_CLOSED, user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { staffApprovals } from "./tables.ts";

export type ApprovalRow = typeof staffApprovals.$inferSelect;

/** Lists people with one of these roles whose accounts are open. */
export async function listOpenStaff(db: Db, roles: readonly string[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .where(
      and(
        inArray(user.role, [...roles]),
        sql`not exists (select from users u where u.id = ${user.id} and ${sql.raw(IS_CLOSED)})`,
      ),
    );
  return rows.map(({ id }) => id);
}

export async function findRole(db: Db, id: string): Promise<{ role: string | null } | undefined> {
  const [row] = await db.select({ role: user.role }).from(user).where(eq(user.id, id));
  return row;
}

export async function insertApproval(db: Db, row: typeof staffApprovals.$inferInsert): Promise<void> {
  await db.insert(staffApprovals).values(row);
}

/** The open proposal of an action for an account, even if its time is over. */
export async function findOpenApproval(
  db: Db,
  { account, action }: { account: string; action: string },
): Promise<ApprovalRow | undefined> {
  const { account: of, action: what, state } = staffApprovals;
  const [row] = await db
    .select()
    .from(staffApprovals)
    .where(and(eq(of, account), eq(what, action), eq(state, "open")));
  return row;
}

export async function findApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.select().from(staffApprovals).where(eq(staffApprovals.id, id));
  return row;
}

/** Makes other decisions about it wait. */
export async function lockApproval(db: Db, id: string): Promise<ApprovalRow | undefined> {
  const [row] = await db.select().from(staffApprovals).where(eq(staffApprovals.id, id)).for("update");
  return row;
}

type Decision = Pick<ApprovalRow, "id" | "state" | "decided_by" | "decided_at" | "answer">;

export async function updateDecided(db: Db, { id, ...decision }: Decision): Promise<void> {
  await db.update(staffApprovals).set(decision).where(eq(staffApprovals.id, id));
}

export async function updateData(db: Db, { id, data }: Pick<ApprovalRow, "id" | "data">): Promise<void> {
  await db.update(staffApprovals).set({ data }).where(eq(staffApprovals.id, id));
}

const APPROVALS_LISTED_MAX = 100;

/** Lists what waits, oldest first, with the names of whom it's about and who proposed it. */
export function listWaiting(db: Db, { actions, now }: { actions: readonly string[]; now: string }) {
  const nameOf = sql<string>`(select p.name from users p where p.id = ${staffApprovals.proposed_by})`;
  return db
    .select({
      approval: staffApprovals,
      name: user.name,
      email: user.email,
      role: user.role,
      proposer: nameOf,
    })
    .from(staffApprovals)
    .innerJoin(user, eq(user.id, staffApprovals.account))
    .where(
      and(
        eq(staffApprovals.state, "open"),
        gt(staffApprovals.expires_at, now),
        inArray(staffApprovals.action, [...actions]),
      ),
    )
    .orderBy(asc(staffApprovals.proposed_at), asc(staffApprovals.id))
    .limit(APPROVALS_LISTED_MAX);
}
