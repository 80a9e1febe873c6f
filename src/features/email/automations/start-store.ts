/* What the sweep has to know to start runs, and the runs that it starts. */
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { REPEAT_SECONDS } from "./rules.ts";
import type { AutomationKey } from "./store.ts";
import type { automationRuns } from "./tables.ts";

const uuids = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`;

export interface CauseRow {
  id: string;
  depth: number;
}

/** Runs that are over or not, by their ids. */
export async function listCauses(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CauseRow>> {
  if (ids.length === 0) return new Map();
  const rows = await rowsOf<CauseRow>(
    db,
    sql`select id, depth from automation_runs where user_id = ${account} and id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** The newest runs that acted on contacts since a moment, by contact. */
export async function listRecentActs(
  db: Db,
  { account, since }: { account: string; since: string },
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, CauseRow & { step_at: string }>> {
  if (contactIds.length === 0) return new Map();
  const rows = await rowsOf<CauseRow & { contact_id: string; step_at: Date | string }>(
    db,
    sql`select distinct on (contact_id) contact_id, id, depth, step_at from automation_runs
      where user_id = ${account} and contact_id = any(${uuids(contactIds)}) and acted_at is not null
        and step_at >= ${since}::timestamptz order by contact_id, step_at desc`,
  );
  return new Map(
    rows.map(({ contact_id, step_at, ...row }) => [
      contact_id,
      { ...row, step_at: new Date(step_at).toISOString() },
    ]),
  );
}

/** When the rule last ran for contacts, by when its events happened, from shortly before `since` on. */
export async function listLastRuns(
  db: Db,
  { user_id, id, since }: AutomationKey & { since: string },
  contactIds: readonly string[],
): Promise<Map<string, string>> {
  if (contactIds.length === 0) return new Map();
  const rows = await rowsOf<{ contact_id: string; event_at: Date | string }>(
    db,
    sql`select contact_id, max(event_at) as event_at from automation_runs where user_id = ${user_id}
        and automation_id = ${id}::uuid and contact_id = any(${uuids(contactIds)}) and state <> 'skipped'
        and event_at > ${since}::timestamptz - make_interval(secs => ${REPEAT_SECONDS}) group by contact_id`,
  );
  return new Map(rows.map(({ contact_id, event_at }) => [contact_id, new Date(event_at).toISOString()]));
}

export type NewRun = typeof automationRuns.$inferInsert;

/** The same event starts a rule once for a contact. Returns the ids of the runs that are new. */
export async function insertRuns(db: Db, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  if (runs.length === 0) return new Set();
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`insert into automation_runs (user_id, id, automation_id, version, contact_id, type, source, facts, depth, cause_id, state,
        skip_reason, failed_test, due_at, step_at, event_at, created_at, ended_at)
      select user_id, id, automation_id, version, contact_id, type, source, facts, depth, cause_id, state, skip_reason,
        failed_test, due_at, step_at, event_at, created_at, ended_at
      from json_to_recordset(${JSON.stringify(runs)}::json) as r (user_id text, id uuid, automation_id uuid, version int,
        contact_id uuid, type text, source text, facts jsonb, depth smallint, cause_id uuid, state text, skip_reason text,
        failed_test jsonb, due_at timestamptz, step_at timestamptz, event_at timestamptz, created_at timestamptz,
        ended_at timestamptz)
      on conflict do nothing returning id`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** How often a rule ran on a day. Locks it. */
export async function findBudgetUsed(
  db: Db,
  { user_id, id, day }: AutomationKey & { day: string },
): Promise<number> {
  const [row] = await rowsOf<{ used: number }>(
    db,
    sql`select case when budget_day = ${day} then budget_used else 0 end as used from automations
      where user_id = ${user_id} and id = ${id}::uuid for no key update`,
  );
  return row?.used ?? 0;
}

export async function updateBudgetUsed(
  db: Db,
  { user_id, id, day, used }: AutomationKey & { day: string; used: number },
): Promise<void> {
  await db.execute(sql`update automations set budget_day = ${day}, budget_used = ${used}
    where user_id = ${user_id} and id = ${id}::uuid`);
}

/** The rules that triggered each other up to a run, the first one first, with its own rule. */
export function listChain(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<{ automation_id: string; name: string }[]> {
  return rowsOf(
    db,
    sql`with recursive chain as (
        select r.id, r.automation_id, r.cause_id, 0 as back from automation_runs r
          where r.user_id = ${account} and r.id = ${id}::uuid
        union all
        select r.id, r.automation_id, r.cause_id, c.back + 1 from chain c
          join automation_runs r on r.user_id = ${account} and r.id = c.cause_id where c.back < 50)
      select c.automation_id, coalesce(a.name, '') as name from chain c
        left join automations a on a.user_id = ${account} and a.id = c.automation_id order by c.back desc`,
  );
}
