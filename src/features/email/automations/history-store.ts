/* Past runs, for reading. */
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { contacts } from "#src/features/audience/contacts/tables.ts";
import type { Condition } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import type { RunState } from "./rules.ts";
import type { RunRow } from "./run-store.ts";
import { automationRuns } from "./tables.ts";

const uuids = (ids: readonly string[]): SQL => sql`${sql.param([...ids])}::uuid[]`;

const NEWEST: ListShape<"created_at"> = {
  sorts: { created_at: sortBy(automationRuns.created_at) },
  tie: [automationRuns.id],
  usual: { sort: "created_at", order: "desc" },
};

interface Listing {
  user_id: string;
  automation_id: string;
  cursor?: string | undefined;
  state?: RunState | undefined;
  contact_id?: string | undefined;
  rows: number;
}

export function listRunRows(db: Db, { user_id, automation_id, cursor, state, contact_id, rows }: Listing) {
  return readPage({ shape: NEWEST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, run: automationRuns })
      .from(automationRuns)
      .where(
        and(
          eq(automationRuns.user_id, user_id),
          eq(automationRuns.automation_id, automation_id),
          state === undefined ? undefined : eq(automationRuns.state, state),
          // By the small index of those.
          state === "waiting" || state === "active" ? isNull(automationRuns.ended_at) : undefined,
          contact_id === undefined ? undefined : eq(automationRuns.contact_id, contact_id),
          after,
        ),
      )
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The ids of the account's newest failed runs: each rule's are next to each other in an index. */
export async function listNewestFailedIds(db: Db, user_id: string, rows: number): Promise<string[]> {
  const found = await rowsOf<{ id: string }>(
    db,
    sql`select f.id from automations a cross join lateral (select r.id, r.created_at from automation_runs r
        where r.user_id = a.user_id and r.automation_id = a.id and r.state = 'failed' order by r.created_at desc, r.id desc
        limit ${rows}) f
      where a.user_id = ${user_id} order by f.created_at desc, f.id desc limit ${rows}`,
  );
  return found.map(({ id }) => id);
}

/** Runs by id, in the order of these. */
export async function listRunsByIds(db: Db, user_id: string, ids: readonly string[]): Promise<RunRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(automationRuns)
    .where(and(eq(automationRuns.user_id, user_id), sql`${automationRuns.id} = any(${uuids(ids)})`));
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

export interface Person {
  id: string;
  email: string;
  name: string;
}

/** Contacts by id, without those who are gone. */
export async function listPeople(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: contacts.id, email: contacts.email, name: contacts.name })
    .from(contacts)
    .where(and(eq(contacts.user_id, account), sql`${contacts.id} = any(${uuids(ids)})`));
  return new Map(rows.map((row) => [row.id, row]));
}

export interface VersionWords {
  automation_id: string;
  version: number;
  condition: Condition | null;
  /** The types of its actions, by their ids. */
  actions: Record<string, string>;
}

/** What runs need of their versions to be read, without the e-mail in them. */
export function listVersionWords(
  db: Db,
  user_id: string,
  automationIds: readonly string[],
): Promise<VersionWords[]> {
  return rowsOf(
    db,
    sql`select v.automation_id, v.version, v.definition->'condition' as condition, (select coalesce(jsonb_object_agg(a->>'id', a->>'type'), '{}')
        from jsonb_array_elements(v.definition->'actions') a) as actions
      from automation_versions v where v.user_id = ${user_id} and v.automation_id = any(${uuids(automationIds)})`,
  );
}

export interface ChainLink {
  run_id: string;
  automation_id: string;
  name: string;
}

/** The rules that led to each of these runs, the first one first. */
export function listChains(
  db: Db,
  { user_id, ids, most }: { user_id: string; ids: readonly string[]; most: number },
): Promise<ChainLink[]> {
  return rowsOf(
    db,
    sql`with recursive chain as (
        select r.id as run_id, r.cause_id, 1 as n from automation_runs r
          where r.user_id = ${user_id} and r.id = any(${uuids(ids)}) and r.cause_id is not null
        union all
        select c.run_id, r.cause_id, c.n + 1 from chain c join automation_runs r on r.user_id = ${user_id} and r.id = c.cause_id
          where r.cause_id is not null and c.n < ${most})
      select c.run_id, r.automation_id, coalesce(a.name, '') as name from chain c
        join automation_runs r on r.user_id = ${user_id} and r.id = c.cause_id
        left join automations a on a.user_id = ${user_id} and a.id = r.automation_id order by c.run_id, c.n desc`,
  );
}

/** The names of rules by their ids. */
export async function listNames(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ id: string; name: string }>(
    db,
    sql`select id, name from automations where user_id = ${user_id} and id = any(${uuids(ids)})`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How often a rule has run since then. */
export async function countRunsSince(
  db: Db,
  { user_id, automation_id, since }: { user_id: string; automation_id: string; since: string },
): Promise<number> {
  const [row] = await rowsOf<{ count: string }>(
    db,
    sql`select count(*) as count from automation_runs where user_id = ${user_id} and automation_id = ${automation_id}::uuid
      and created_at >= ${since}::timestamptz and state <> 'skipped'`,
  );
  return Number(row?.count ?? 0);
}
