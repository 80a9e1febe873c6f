import { and, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { staffGrants } from "../tables.ts";

export type GrantRow = typeof staffGrants.$inferSelect;

/** Older ones are in the activity log. */
const GRANTS_LISTED_MAX = 200;

export function listGrantRows(db: Db, account: string): Promise<GrantRow[]> {
  return db
    .select()
    .from(staffGrants)
    .where(eq(staffGrants.account, account))
    .orderBy(desc(staffGrants.created_at), desc(staffGrants.id))
    .limit(GRANTS_LISTED_MAX);
}

/** Sums what counts now, by kind. `is_uncounted` is true if one of them has no quantity. */
export function listActiveSums(db: Db, { account, now }: { account: string; now: string }) {
  return db
    .select({
      kind: staffGrants.kind,
      quantity: sql<number>`coalesce(sum(${staffGrants.quantity}), 0)::int`,
      uncounted: sql<number>`(count(*) - count(${staffGrants.quantity}))::int`,
    })
    .from(staffGrants)
    .where(
      and(
        eq(staffGrants.account, account),
        isNull(staffGrants.ended_at),
        or(isNull(staffGrants.ends_at), gt(staffGrants.ends_at, now)),
      ),
    )
    .groupBy(staffGrants.kind);
}

/** Returns the person's role on the instance. Undefined if there's no such account. */
export async function findRole(db: Db, id: string): Promise<{ role: string | null } | undefined> {
  const [row] = await db.select({ role: user.role }).from(user).where(eq(user.id, id));
  return row;
}

export async function insertGrant(db: Db, row: GrantRow): Promise<void> {
  await db.insert(staffGrants).values(row);
}

export async function lockGrant(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<GrantRow | undefined> {
  const [row] = await db
    .select()
    .from(staffGrants)
    .where(and(eq(staffGrants.id, id), eq(staffGrants.account, account)))
    .for("update");
  return row;
}

export async function updateGrantEnded(db: Db, { id, now }: { id: string; now: string }): Promise<void> {
  await db.update(staffGrants).set({ ended_at: now }).where(eq(staffGrants.id, id));
}
