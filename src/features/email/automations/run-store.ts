import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { someOf } from "#src/platform/db/rows.ts";
import type { RunState } from "./rules.ts";
import type { AutomationKey } from "./store.ts";
import { automationRuns } from "./tables.ts";

export type RunRow = typeof automationRuns.$inferSelect;

/** Runs that go on together: in the same version, at the same action. */
export interface Group {
  automation_id: string;
  version: number;
  step: number;
}

/** The groups of an account's due runs, of active rules. Those that have waited longest are first. */
export function listDueGroups(
  db: Db,
  { account, now, most }: { account: string; now: string; most: number },
): Promise<Group[]> {
  return rowsOf(
    db,
    sql`select automation_id, version, step from (
        select r.automation_id, r.version, r.step, r.due_at from automations a cross join lateral (
          select automation_id, version, step, due_at from automation_runs where user_id = a.user_id and automation_id = a.id
            and ended_at is null and due_at <= ${now}::timestamptz order by due_at limit ${most}) r
        where a.user_id = ${account} and a.state = 'active') due
      group by automation_id, version, step order by min(due_at)`,
  );
}

interface Claim extends Group {
  user_id: string;
  now: string;
  rows: number;
}

const isDue = ({ user_id, automation_id, version, step, now }: Omit<Claim, "rows">) =>
  and(
    eq(automationRuns.user_id, user_id),
    eq(automationRuns.automation_id, automation_id),
    eq(automationRuns.version, version),
    eq(automationRuns.step, step),
    isNull(automationRuns.ended_at),
    sql`${automationRuns.due_at} <= ${now}::timestamptz`,
  );

/** Due runs of a group, with locks that skip others'. */
export function claimDueRuns(db: Db, claim: Claim): Promise<RunRow[]> {
  return db
    .select()
    .from(automationRuns)
    .where(isDue(claim))
    .orderBy(automationRuns.due_at)
    .limit(claim.rows)
    .for("update", { skipLocked: true });
}

/** One due run. Undefined if another node has it, or it isn't due anymore. */
export async function claimRun(db: Db, claim: Omit<Claim, "rows">, id: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(automationRuns)
    .where(and(isDue(claim), eq(automationRuns.id, id)))
    .for("update", { skipLocked: true });
  return row;
}

export async function listDueIds(db: Db, claim: Claim): Promise<string[]> {
  const rows = await db
    .select({ id: automationRuns.id })
    .from(automationRuns)
    .where(isDue(claim))
    .orderBy(automationRuns.due_at)
    .limit(claim.rows);
  return rows.map(({ id }) => id);
}

export interface RunKey {
  user_id: string;
  id: string;
}

const isIt = ({ user_id, id }: RunKey) => and(eq(automationRuns.user_id, user_id), eq(automationRuns.id, id));

export async function findRun(db: Db, key: RunKey): Promise<RunRow | undefined> {
  const [row] = await db.select().from(automationRuns).where(isIt(key));
  return row;
}

export async function lockRun(db: Db, key: RunKey): Promise<RunRow | undefined> {
  const [row] = await db.select().from(automationRuns).where(isIt(key)).for("update");
  return row;
}

/** Saves where runs are now. */
export async function updateRuns(db: Db, runs: readonly RunRow[]): Promise<void> {
  if (runs.length === 0) return;
  const changes = runs.map(
    ({ user_id, id, state, skip_reason, step, results, tries, due_at, step_at, acted_at, ended_at }) => ({
      user_id,
      id,
      state,
      skip_reason,
      step,
      results,
      tries,
      due_at,
      step_at,
      acted_at,
      ended_at,
    }),
  );
  await db.execute(sql`update automation_runs a set state = r.state, skip_reason = r.skip_reason, step = r.step,
      results = r.results, tries = r.tries, due_at = r.due_at, step_at = r.step_at, acted_at = r.acted_at, ended_at = r.ended_at
    from json_to_recordset(${JSON.stringify(changes)}::json) as r (user_id text, id uuid, state text, skip_reason text,
      step int, results jsonb, tries smallint, due_at timestamptz, step_at timestamptz, acted_at timestamptz, ended_at timestamptz)
    where a.user_id = r.user_id and a.id = r.id`);
}

/**
 * Says which run acts on which contact in this transaction: what it changes is caused by it (`automation_cause` in
 * `migrations/`). A run about nobody in particular is under the empty name.
 */
export async function upsertActing(
  db: Db,
  runs: readonly Pick<RunRow, "id" | "contact_id">[],
): Promise<void> {
  const acting = Object.fromEntries(runs.map(({ id, contact_id }) => [contact_id ?? "", id]));
  await db.execute(sql`select set_config('fanfare.automation_runs', ${JSON.stringify(acting)}, true)`);
}

/** Up to `most` of a rule's failed runs. Locks them. */
export function listFailedRuns(
  db: Db,
  { user_id, id, most }: AutomationKey & { most: number },
): Promise<RunRow[]> {
  return db
    .select()
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.user_id, user_id),
        eq(automationRuns.automation_id, id),
        eq(automationRuns.state, "failed"),
      ),
    )
    .limit(most)
    .for("update");
}

/** How the last runs ended that ended since a moment, the newest first. */
export async function listLastEnds(
  db: Db,
  { user_id, id, since, most }: AutomationKey & { since: string; most: number },
): Promise<RunState[]> {
  const rows = await db
    .select({ state: automationRuns.state })
    .from(automationRuns)
    .where(
      and(
        eq(automationRuns.user_id, user_id),
        eq(automationRuns.automation_id, id),
        inArray(automationRuns.state, ["done", "failed"]),
        sql`${automationRuns.ended_at} >= ${since}::timestamptz`,
      ),
    )
    .orderBy(sql`${automationRuns.created_at} desc, ${automationRuns.id} desc`)
    .limit(most);
  return rows.map(({ state }) => state);
}

export interface Person {
  id: string;
  email: string;
  name: string;
  time_zone: string | null;
  country: string;
  status: string;
  /** Whom they were merged into, if that's why they aren't a contact anymore. */
  is_merged: boolean;
}

/** Runs' contacts. Of those who were merged into others, only that. */
export function listPeople(db: Db, account: string, ids: readonly string[]): Promise<Person[]> {
  const list = sql`${sql.param([...ids])}::uuid[]`;
  return rowsOf(
    db,
    sql`select c.id, c.email, c.name, c.time_zone, c.country, c.status, false as is_merged from contacts c
        where c.user_id = ${account} and c.id = any(${list})
      union all select m.id, '', '', null, '', '', true from contact_merges m where m.user_id = ${account} and m.id = any(${list})
        and not exists (select from contacts c where c.user_id = ${account} and c.id = m.id)`,
  );
}

/** How often contacts have got the e-mail of a version's action before. */
export async function listVisits(
  db: Db,
  of: { user_id: string; automation_id: string; version: number; action_id: string },
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ contact_id: string; count: string }>(
    db,
    sql`select d.contact_id, count(*) as count from automation_batches b
        join deliveries d on d.user_id = b.user_id and d.batch_id = b.batch_id
      where b.user_id = ${of.user_id} and b.automation_id = ${of.automation_id}::uuid and b.version = ${of.version}
        and b.action_id = ${of.action_id} and d.contact_id = any(${sql.param([...contactIds])}::uuid[]) group by d.contact_id`,
  );
  return new Map(rows.map(({ contact_id, count }) => [contact_id, Number(count)]));
}

/** Deletes up to `most` that are over and older, and returns how many it deleted. */
export async function purgeRuns(db: Db, { before, most }: { before: string; most: number }): Promise<number> {
  const where = sql`${automationRuns.created_at} < ${before}::timestamptz and ${automationRuns.ended_at} is not null`;
  const rows = await db
    .delete(automationRuns)
    .where(someOf(automationRuns, { where, most }))
    .returning({ id: automationRuns.id });
  return rows.length;
}
