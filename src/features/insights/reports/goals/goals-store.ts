import { and, asc, count, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { GrainSpan } from "#src/features/insights/analytics/grain-plan.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { analyticsGoals } from "../tables.ts";
import { GOALS_MAX } from "./goal-rules.ts";

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
    .where(eq(analyticsGoals.user_id, account));
  return row?.goals ?? 0;
}

/** An account’s goals, those that end last first. Goals of pages in the trash are left out. */
export function listGoalRows(db: Db, account: string): Promise<{ goal: GoalRow; name: string | null }[]> {
  return db
    .select({ goal: analyticsGoals, name: clientProfiles.name })
    .from(analyticsGoals)
    .leftJoin(
      clientProfiles,
      and(eq(clientProfiles.id, analyticsGoals.profile_id), isNull(clientProfiles.deleted_at)),
    )
    .where(
      and(
        eq(analyticsGoals.user_id, account),
        sql`(${analyticsGoals.profile_id} is null or ${clientProfiles.id} is not null)`,
      ),
    )
    .orderBy(desc(analyticsGoals.last_day), desc(analyticsGoals.id))
    .limit(GOALS_MAX);
}

/** Some goals that somebody may have reached around a day, in order, after one of them. */
export function listOpenGoals(
  db: Db,
  { after, day, rows }: { after: string; day: string; rows: number },
): Promise<GoalRow[]> {
  const { id, reached_at, first_day, last_day } = analyticsGoals;
  return db
    .select()
    .from(analyticsGoals)
    .where(
      and(
        isNull(reached_at),
        // Days begin up to a day earlier or later elsewhere, and the last events arrive late.
        sql`${first_day} <= ${day}::date + 1 and ${last_day} >= ${day}::date - 2`,
        gt(id, after),
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

const list = <Row>(rows: readonly Row[], read: (row: Row) => string | number) =>
  `{${rows.map((row) => `"${read(row)}"`).join(",")}}`;

/** Sums pages’ figures over the spans that make up a period. Each is a range of the key. */
export async function getSums(
  db: Db,
  { profileIds, spans }: { profileIds: readonly string[]; spans: readonly GrainSpan[] },
): Promise<{ views: number; visitors: number; clicks: number }> {
  const iso = (time: number) => new Date(time).toISOString();
  const [row] = await rowsOf<{ views: number; visitors: number; clicks: number }>(
    db,
    sql`select coalesce(sum(s.sign * r.views), 0)::float8 as views, coalesce(sum(s.sign * r.visitors), 0)::float8 as visitors,
          coalesce(sum(s.sign * r.clicks), 0)::float8 as clicks
        from unnest(${list(spans, (span) => span.grain)}::text[], ${list(spans, (span) => iso(span.from))}::timestamptz[],
          ${list(spans, (span) => iso(span.to))}::timestamptz[], ${list(spans, (span) => span.sign)}::int[]) as s (grain, start, stop, sign)
        cross join lateral (
          select sum(views) as views, sum(visitors) as visitors, sum(clicks) as clicks from analytics_rollups
          where profile_id = any(${list(profileIds, (id) => id)}::uuid[]) and grain = s.grain and dimension = 'total'
            and not is_bot and not is_suspected and at >= s.start and at < s.stop
        ) r`,
  );
  return row ?? { views: 0, visitors: 0, clicks: 0 };
}

export async function deleteGoalsOfProfile(db: Db, profileId: string): Promise<void> {
  await db.delete(analyticsGoals).where(eq(analyticsGoals.profile_id, profileId));
}
