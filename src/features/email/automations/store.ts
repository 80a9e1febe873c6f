import { and, asc, count, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { RunCounts } from "./contract.ts";
import type { Definition, TriggerType } from "./definition-rules.ts";
import {
  automationBatches,
  automationEvents,
  automationMatches,
  automationRuns,
  automations,
  automationVersions,
} from "./tables.ts";

export type AutomationRow = typeof automations.$inferSelect;
export type VersionRow = typeof automationVersions.$inferSelect;
export type AutomationKey = Pick<AutomationRow, "user_id" | "id">;

const isIt = ({ user_id, id }: AutomationKey) =>
  and(eq(automations.user_id, user_id), eq(automations.id, id));

/** A rule as lists show it. Drafts hold whole e-mails, of which only the subject is read. */
export type ListedAutomation = Omit<AutomationRow, "draft"> & { outline: Definition };

export function listAutomationRows(db: Db, account: string): Promise<ListedAutomation[]> {
  const { draft, ...listed } = getTableColumns(automations);
  const actions = sql`(select coalesce(jsonb_agg(
      case when part ? 'mail' then part || jsonb_build_object('mail', jsonb_build_object(
        'mode', part->'mail'->'mode', 'subject', part->'mail'->'subject')) else part end order by at), '[]')
    from jsonb_array_elements(${draft}->'actions') with ordinality as parts (part, at))`;
  return db
    .select({ ...listed, outline: sql<Definition>`${draft} || jsonb_build_object('actions', ${actions})` })
    .from(automations)
    .where(eq(automations.user_id, account))
    .orderBy(sql`lower(${automations.name})`, asc(automations.id));
}

export async function countAutomations(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(automations).where(eq(automations.user_id, account));
  return row?.rows ?? 0;
}

export async function findAutomation(db: Db, key: AutomationKey): Promise<AutomationRow | undefined> {
  const [row] = await db.select().from(automations).where(isIt(key));
  return row;
}

/** Locks the row until the transaction ends. */
export async function lockAutomation(db: Db, key: AutomationKey): Promise<AutomationRow | undefined> {
  const [row] = await db.select().from(automations).where(isIt(key)).for("update");
  return row;
}

/** The state, which nobody changes until the transaction ends. Others may lock it like this, too. */
export async function lockState(db: Db, key: AutomationKey): Promise<AutomationRow["state"] | undefined> {
  const [row] = await db
    .select({ state: automations.state })
    .from(automations)
    .where(isIt(key))
    .for("key share");
  return row?.state;
}

/** False if the id is taken. */
export async function insertAutomation(db: Db, row: typeof automations.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(automations)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: automations.id });
  return rows.length > 0;
}

export async function updateAutomationRow(
  db: Db,
  { user_id, id, ...changes }: AutomationKey & Partial<AutomationRow>,
): Promise<void> {
  await db.update(automations).set(changes).where(isIt({ user_id, id }));
}

export async function deleteAutomationRows(db: Db, { user_id, id }: AutomationKey): Promise<void> {
  for (const table of [automationRuns, automationBatches, automationMatches, automationVersions])
    await db.delete(table).where(and(eq(table.user_id, user_id), eq(table.automation_id, id)));
  await db.delete(automations).where(isIt({ user_id, id }));
}

/** Nobody asks about what happened once an account has no active rule. */
export async function deleteUnwatched(db: Db, account: string): Promise<void> {
  await db
    .delete(automationEvents)
    .where(
      and(
        eq(automationEvents.user_id, account),
        sql`not exists (select from automations a where a.user_id = ${account} and a.state = 'active')`,
      ),
    );
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insert(automationVersions).values(row);
}

/** A version as runs go through it. What its e-mail says is read as a batch begins. */
export type RunVersion = Omit<VersionRow, "snapshots">;

const isVersionOf = ({ user_id, id }: AutomationKey) =>
  and(eq(automationVersions.user_id, user_id), eq(automationVersions.automation_id, id));

export function listVersions(db: Db, key: AutomationKey, versions: readonly number[]): Promise<RunVersion[]> {
  const { snapshots: _, ...walked } = getTableColumns(automationVersions);
  return db
    .select(walked)
    .from(automationVersions)
    .where(and(isVersionOf(key), inArray(automationVersions.version, [...versions])));
}

/** The version that an active or paused rule runs. */
export async function findPublished(
  db: Db,
  { user_id, id, version }: Pick<AutomationRow, "user_id" | "id" | "version">,
): Promise<RunVersion | undefined> {
  if (version === null) return undefined;
  const [row] = await listVersions(db, { user_id, id }, [version]);
  return row;
}

/** A version that runs, with the state of its rule. */
export type Runnable = RunVersion & Pick<AutomationRow, "state" | "state_at">;

/** What a rule's start depends on. Definitions hold whole e-mails, too. */
const startedBy = sql<Definition>`${automationVersions.definition} || jsonb_build_object('actions', (
  select coalesce(jsonb_agg(part - 'mail' order by at), '[]')
  from jsonb_array_elements(${automationVersions.definition}->'actions') with ordinality as parts (part, at)))`;

/** The versions of an account’s rules that are on, or were until lately: what happened before is about these, too. */
export function listRunnable(db: Db, account: string): Promise<Runnable[]> {
  const { snapshots: _, ...walked } = getTableColumns(automationVersions);
  return db
    .select({ ...walked, definition: startedBy, state: automations.state, state_at: automations.state_at })
    .from(automations)
    .innerJoin(
      automationVersions,
      and(
        eq(automationVersions.user_id, automations.user_id),
        eq(automationVersions.automation_id, automations.id),
        eq(automationVersions.version, automations.version),
      ),
    )
    .where(and(eq(automations.user_id, account), inArray(automations.state, ["active", "paused"])))
    .orderBy(asc(automations.created_at), asc(automations.id));
}

/** Active rules with a trigger of a type, of all accounts. */
export function listWatching(
  db: Db,
  type: TriggerType,
): Promise<(Runnable & { scheduled_until: string | null })[]> {
  const { snapshots: _, ...walked } = getTableColumns(automationVersions);
  const { state, state_at, scheduled_until } = automations;
  return db
    .select({ ...walked, definition: startedBy, state, state_at, scheduled_until })
    .from(automations)
    .innerJoin(
      automationVersions,
      and(
        eq(automationVersions.user_id, automations.user_id),
        eq(automationVersions.automation_id, automations.id),
        eq(automationVersions.version, automations.version),
      ),
    )
    .where(and(eq(automations.state, "active"), sql`${type} = any(${automations.watched})`))
    .orderBy(asc(automations.user_id), asc(automations.id));
}

export interface BatchOf {
  user_id: string;
  automation_id: string;
  version: number;
  action_id: string;
  visit: number;
}

export async function findSnapshot(
  db: Db,
  { user_id, automation_id, version, action_id }: Omit<BatchOf, "visit">,
): Promise<Snapshot | undefined> {
  const [row] = await db
    .select({ snapshot: sql<Snapshot | null>`${automationVersions.snapshots}->${action_id}` })
    .from(automationVersions)
    .where(and(isVersionOf({ user_id, id: automation_id }), eq(automationVersions.version, version)));
  return row?.snapshot ?? undefined;
}

export async function findActionBatch(db: Db, of: BatchOf): Promise<string | undefined> {
  const { user_id, automation_id, version, action_id, visit } = of;
  const [row] = await db
    .select({ batch_id: automationBatches.batch_id })
    .from(automationBatches)
    .where(
      and(
        eq(automationBatches.user_id, user_id),
        eq(automationBatches.automation_id, automation_id),
        eq(automationBatches.version, version),
        eq(automationBatches.action_id, action_id),
        eq(automationBatches.visit, visit),
      ),
    );
  return row?.batch_id;
}

/** False if another transaction was first. */
export async function insertActionBatch(db: Db, row: BatchOf & { batch_id: string }): Promise<boolean> {
  const rows = await db
    .insert(automationBatches)
    .values(row)
    .onConflictDoNothing()
    .returning({ batch_id: automationBatches.batch_id });
  return rows.length > 0;
}

export async function listBatchIds(db: Db, { user_id, id }: AutomationKey): Promise<string[]> {
  const rows = await db
    .select({ batch_id: automationBatches.batch_id })
    .from(automationBatches)
    .where(and(eq(automationBatches.user_id, user_id), eq(automationBatches.automation_id, id)));
  return rows.map(({ batch_id }) => batch_id);
}

/** The rule that a batch belongs to. */
export async function findAutomationOfBatch(
  db: Db,
  { user_id, id }: AutomationKey,
): Promise<AutomationKey | undefined> {
  const [row] = await db
    .select({ id: automationBatches.automation_id })
    .from(automationBatches)
    .where(and(eq(automationBatches.user_id, user_id), eq(automationBatches.batch_id, id)));
  return row && { user_id, id: row.id };
}

export type Counts = RunCounts & { ran_at: string | null };
export const NONE: Counts = { ran: 0, failed: 0, skipped: 0, waiting: 0, ran_at: null };

/** By rule: an account's, or one. What waits is counted as of now, and the rest since a moment. */
export async function countRuns(
  db: Db,
  { user_id, id, since }: { user_id: string; id?: string; since: string },
): Promise<ReadonlyMap<string, Counts>> {
  const one = id === undefined ? sql`` : sql`and a.id = ${id}::uuid`;
  // By index for each rule, because a month of all runs is too much to look at.
  const own = sql`from automation_runs r where r.user_id = a.user_id and r.automation_id = a.id`;
  const rows = await rowsOf<
    Record<"id" | "ran" | "failed" | "skipped" | "waiting", string> & { ran_at: Date | string | null }
  >(
    db,
    sql`select a.id, d.ran, d.failed, d.skipped, w.waiting, (select r.created_at ${own} and r.state <> 'skipped'
          order by r.created_at desc limit 1) as ran_at
      from automations a cross join lateral (select count(*) filter (where r.state <> 'skipped') as ran,
          count(*) filter (where r.state = 'failed') as failed, count(*) filter (where r.state = 'skipped') as skipped
          ${own} and r.created_at >= ${since}::timestamptz) d
        cross join lateral (select count(*) as waiting ${own} and r.ended_at is null) w
      where a.user_id = ${user_id} ${one}`,
  );
  return new Map(
    rows.map(({ id, ran, failed, skipped, waiting, ran_at }) => [
      id,
      {
        ran: Number(ran),
        failed: Number(failed),
        skipped: Number(skipped),
        waiting: Number(waiting),
        ran_at: ran_at === null ? null : new Date(ran_at).toISOString(),
      },
    ]),
  );
}

/** The names of rules that name a segment. */
export async function listAutomationsWithSegment(
  db: Db,
  account: string,
  segmentId: string,
): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select a.name from automations a where a.user_id = ${account}
        and (strpos(a.draft::text, ${segmentId}) > 0 or exists (select 1 from automation_versions v where v.user_id = a.user_id
          and v.automation_id = a.id and v.version = a.version and strpos(v.definition::text, ${segmentId}) > 0))
      order by lower(a.name)`,
  );
  return rows.map(({ name }) => name);
}
