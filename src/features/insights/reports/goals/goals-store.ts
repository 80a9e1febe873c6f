import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import type { Db } from "#src/platform/db/database.ts";
import { isOfLivingPage } from "../report-store.ts";
import { analyticsGoals } from "../tables.ts";

export type GoalRow = typeof analyticsGoals.$inferSelect;

interface Owned {
  account: string;
  id: string;
}

const owned = ({ account, id }: Owned) => and(eq(analyticsGoals.user_id, account), eq(analyticsGoals.id, id));

export async function insertGoal(db: Db, row: GoalRow): Promise<boolean> {
  const rows = await db
    .insert(analyticsGoals)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: analyticsGoals.id });
  return rows.length > 0;
}

export async function findGoal(db: Db, key: Owned): Promise<GoalRow | undefined> {
  const [row] = await db.select().from(analyticsGoals).where(owned(key));
  return row;
}

export async function deleteGoal(db: Db, key: Owned): Promise<void> {
  await db.delete(analyticsGoals).where(owned(key));
}

export async function countGoals(db: Db, account: string): Promise<number> {
  const [row] = await db
    .select({ goals: count() })
    .from(analyticsGoals)
    .where(and(eq(analyticsGoals.user_id, account), isOfLivingPage(analyticsGoals.profile_id)));
  return row?.goals ?? 0;
}

/** An account’s goals, those that end last first. Goals of pages in the trash are left out. */
export function listGoalRows(db: Db, account: string): Promise<{ goal: GoalRow; name: string | null }[]> {
  return db
    .select({ goal: analyticsGoals, name: clientProfiles.name })
    .from(analyticsGoals)
    .leftJoin(clientProfiles, eq(clientProfiles.id, analyticsGoals.profile_id))
    .where(and(eq(analyticsGoals.user_id, account), isOfLivingPage(analyticsGoals.profile_id)))
    .orderBy(desc(analyticsGoals.last_day), desc(analyticsGoals.id));
}

/**
 * Some goals that somebody may have reached around a day, in order, after one of them. Those of closed accounts and of
 * pages in the trash are left out.
 */
export function listOpenGoals(
  db: Db,
  { after, day, rows }: { after: string; day: string; rows: number },
): Promise<GoalRow[]> {
  const { id, user_id, profile_id, reached_at, first_day, last_day } = analyticsGoals;
  return db
    .select()
    .from(analyticsGoals)
    .where(
      and(
        isNull(reached_at),
        // Days begin up to a day earlier or later elsewhere, and the last events arrive late.
        sql`${first_day} <= ${day}::date + 1 and ${last_day} >= ${day}::date - 2`,
        gt(id, after),
        isOfLivingPage(profile_id),
        sql`exists (select from users u where u.id = ${user_id} and not ${sql.raw(IS_CLOSED)})`,
      ),
    )
    .orderBy(asc(id))
    .limit(rows);
}

/** False if it was reached before. */
export async function updateReached(db: Db, { at, ...key }: Owned & { at: string }): Promise<boolean> {
  const rows = await db
    .update(analyticsGoals)
    .set({ reached_at: at })
    .where(and(owned(key), isNull(analyticsGoals.reached_at)))
    .returning({ id: analyticsGoals.id });
  return rows.length > 0;
}
