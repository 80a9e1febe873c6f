/* What the sweep has to know to start runs, and the runs that it starts. */
import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { REPEAT_SECONDS } from "./rules.ts";
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

export const lastRunKey = (automationId: string, contactId: string) => `${automationId} ${contactId}`;

interface LastRuns {
  account: string;
  ids: readonly string[];
  contactIds: readonly string[];
  since: string;
}

/** When rules last ran for contacts, by when their events happened, from shortly before `since` on. */
export async function listLastRuns(
  db: Db,
  { account, ids, contactIds, since }: LastRuns,
): Promise<Map<string, string>> {
  if (ids.length === 0 || contactIds.length === 0) return new Map();
  const rows = await rowsOf<{ automation_id: string; contact_id: string; event_at: Date | string }>(
    db,
    sql`select automation_id, contact_id, max(event_at) as event_at from automation_runs where user_id = ${account}
        and contact_id = any(${uuids(contactIds)}) and automation_id = any(${uuids(ids)}) and state <> 'skipped'
        and event_at > ${since}::timestamptz - make_interval(secs => ${REPEAT_SECONDS}) group by automation_id, contact_id`,
  );
  return new Map(
    rows.map(({ automation_id, contact_id, event_at }) => [
      lastRunKey(automation_id, contact_id),
      new Date(event_at).toISOString(),
    ]),
  );
}

export type NewRun = typeof automationRuns.$inferInsert;

/** In one statement. */
const INSERTED_ROWS = 1000;

/** The same event starts a rule once for a contact. Returns the ids of the runs that are new. */
export async function insertRuns(db: Db, runs: readonly NewRun[]): Promise<ReadonlySet<string>> {
  const added = new Set<string>();
  for (let from = 0; from < runs.length; from += INSERTED_ROWS)
    for (const id of await insertSomeRuns(db, runs.slice(from, from + INSERTED_ROWS))) added.add(id);
  return added;
}

async function insertSomeRuns(db: Db, runs: readonly NewRun[]): Promise<string[]> {
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
  return rows.map(({ id }) => id);
}

interface Budgets {
  account: string;
  day: string;
}

/** How often rules ran on a day. Locks them. */
export async function findBudgetsUsed(
  db: Db,
  { account, day, ids }: Budgets & { ids: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ id: string; used: number }>(
    db,
    sql`select id, case when budget_day = ${day} then budget_used else 0 end as used from automations
      where user_id = ${account} and id = any(${uuids(ids)}) order by id for no key update`,
  );
  return new Map(rows.map(({ id, used }) => [id, used]));
}

/** Returns how often they have run by now. */
export async function updateBudgetsUsed(
  db: Db,
  { account, day, ran }: Budgets & { ran: readonly { id: string; count: number }[] },
): Promise<ReadonlyMap<string, number>> {
  const rows = await rowsOf<{ id: string; used: number }>(
    db,
    sql`update automations a set budget_day = ${day},
      budget_used = r.count + case when budget_day = ${day} then budget_used else 0 end
    from json_to_recordset(${JSON.stringify(ran)}::json) as r (id uuid, count int)
    where a.user_id = ${account} and a.id = r.id returning a.id, a.budget_used as used`,
  );
  return new Map(rows.map(({ id, used }) => [id, used]));
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
