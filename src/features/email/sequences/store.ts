import { and, asc, count, desc, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { Definition } from "./definition-rules.ts";
import {
  enrollmentSteps,
  enrollments,
  sequenceBatches,
  sequences,
  sequenceVersions,
  triggerMatches,
  type VersionTests,
} from "./tables.ts";

export type SequenceRow = typeof sequences.$inferSelect;
export type VersionRow = typeof sequenceVersions.$inferSelect;
export type SequenceKey = Pick<SequenceRow, "user_id" | "id">;

const isIt = ({ user_id, id }: SequenceKey) => and(eq(sequences.user_id, user_id), eq(sequences.id, id));

/** A sequence as lists show it. Drafts hold whole e-mails, so only the number of these is read. */
export type ListedSequence = Omit<SequenceRow, "draft"> & { mails: number; pages: string[][] };

export function listSequenceRows(db: Db, account: string): Promise<ListedSequence[]> {
  const { draft, ...listed } = getTableColumns(sequences);
  const isPublished = and(
    eq(sequenceVersions.user_id, sequences.user_id),
    eq(sequenceVersions.sequence_id, sequences.id),
    eq(sequenceVersions.version, sequences.version),
  );
  const types = sql`jsonb_path_query(${draft}->'steps', 'strict $.**.type', '{}', true)`;
  return db
    .select({
      ...listed,
      mails: sql<number>`(select count(*)::int from ${types} as t where t = '"send"')`,
      pages: sql<string[][]>`jsonb_path_query_array(coalesce(${sequenceVersions.definition}, ${draft}),
        '$.triggers[*] ? (@.type == "lead").profile_ids')`,
    })
    .from(sequences)
    .leftJoin(sequenceVersions, isPublished)
    .where(eq(sequences.user_id, account))
    .orderBy(sql`lower(${sequences.name})`, asc(sequences.id));
}

export async function countSequences(db: Db, account: string): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(sequences).where(eq(sequences.user_id, account));
  return row?.rows ?? 0;
}

export async function findSequence(db: Db, key: SequenceKey): Promise<SequenceRow | undefined> {
  const [row] = await db.select().from(sequences).where(isIt(key));
  return row;
}

/** Locks the row until the transaction ends: against every change, or only against changes of the row. */
export async function lockSequence(
  db: Db,
  key: SequenceKey,
  strength: "update" | "share" = "update",
): Promise<SequenceRow | undefined> {
  const [row] = await db.select().from(sequences).where(isIt(key)).for(strength);
  return row;
}

/** False if the id is taken. */
export async function insertSequence(db: Db, row: typeof sequences.$inferInsert): Promise<boolean> {
  const rows = await db.insert(sequences).values(row).onConflictDoNothing().returning({ id: sequences.id });
  return rows.length > 0;
}

export async function updateSequenceRow(
  db: Db,
  { user_id, id, ...changes }: SequenceKey & Partial<SequenceRow>,
): Promise<void> {
  await db.update(sequences).set(changes).where(isIt({ user_id, id }));
}

export async function deleteSequenceRows(db: Db, { user_id, id }: SequenceKey): Promise<void> {
  for (const table of [enrollmentSteps, enrollments, sequenceBatches, sequenceVersions, triggerMatches])
    await db.delete(table).where(and(eq(table.user_id, user_id), eq(table.sequence_id, id)));
  await db.delete(sequences).where(isIt({ user_id, id }));
}

export async function insertVersion(db: Db, row: VersionRow): Promise<void> {
  await db.insert(sequenceVersions).values(row);
}

/** A version as people walk through it. What its e-mail says is read as a batch begins. */
export type WalkedVersion = Omit<VersionRow, "snapshots" | "tests">;

const isVersionOf = ({ user_id, id }: SequenceKey) =>
  and(eq(sequenceVersions.user_id, user_id), eq(sequenceVersions.sequence_id, id));

export function listVersions(
  db: Db,
  key: SequenceKey,
  versions: readonly number[],
): Promise<WalkedVersion[]> {
  const { snapshots: _, tests: __, ...walked } = getTableColumns(sequenceVersions);
  return db
    .select(walked)
    .from(sequenceVersions)
    .where(and(isVersionOf(key), inArray(sequenceVersions.version, [...versions])))
    .orderBy(asc(sequenceVersions.version));
}

/** The newest first. */
export function listVersionTimes(
  db: Db,
  key: SequenceKey,
): Promise<{ version: number; published_at: string }[]> {
  const { version, published_at } = sequenceVersions;
  return db
    .select({ version, published_at })
    .from(sequenceVersions)
    .where(isVersionOf(key))
    .orderBy(desc(version));
}

export async function findSnapshot(
  db: Db,
  { user_id, sequence_id, version, step_id }: Omit<BatchOf, "visit">,
): Promise<Snapshot | undefined> {
  const [row] = await db
    .select({ snapshot: sql<Snapshot | null>`${sequenceVersions.snapshots}->${step_id}` })
    .from(sequenceVersions)
    .where(and(isVersionOf({ user_id, id: sequence_id }), eq(sequenceVersions.version, version)));
  return row?.snapshot ?? undefined;
}

/** The A/B test of a version’s step, with what its versions say. */
export async function findStepTest(
  db: Db,
  { user_id, sequence_id, version, step_id }: Omit<BatchOf, "visit">,
): Promise<VersionTests[string] | undefined> {
  const [row] = await db
    .select({ test: sql<VersionTests[string] | null>`${sequenceVersions.tests}->${step_id}` })
    .from(sequenceVersions)
    .where(and(isVersionOf({ user_id, id: sequence_id }), eq(sequenceVersions.version, version)));
  return row?.test ?? undefined;
}

export async function findVersionTests(
  db: Db,
  { version, ...key }: SequenceKey & { version: number },
): Promise<{ definition: Definition; tests: VersionTests } | undefined> {
  const { definition, tests } = sequenceVersions;
  const [row] = await db
    .select({ definition, tests })
    .from(sequenceVersions)
    .where(and(isVersionOf(key), eq(sequenceVersions.version, version)));
  return row;
}

/** A sequence that takes people in, with what the version that they get says of that. */
export interface LiveSequence {
  id: string;
  version: number;
  settings: Omit<Definition, "steps">;
  /** Its first step. */
  step_id: string | null;
  /** True if it sends e-mail, or changes what lets people into sequences that do. */
  is_reaching: boolean;
}

/** SQL that's true for such a version, by its alias. */
export const isReaching = (version: string): SQL =>
  sql.raw(`(${version}.snapshots <> '{}' or jsonb_path_exists(${version}.definition -> 'steps',
    '$.**.type ? (@ == "tag" || @ == "stage" || @ == "field")'))`);

/** An account's active sequences, or one of them. */
export async function listLive(db: Db, account: string, id?: string): Promise<LiveSequence[]> {
  const { version, definition } = sequenceVersions;
  return db
    .select({
      id: sequences.id,
      version,
      settings: sql<LiveSequence["settings"]>`${definition} - 'steps'`,
      step_id: sql<string | null>`${definition}->'steps'->0->>'id'`,
      is_reaching: sql<boolean>`${isReaching("sequence_versions")}`,
    })
    .from(sequences)
    .innerJoin(
      sequenceVersions,
      and(
        eq(sequenceVersions.user_id, sequences.user_id),
        eq(sequenceVersions.sequence_id, sequences.id),
        eq(version, sequences.version),
      ),
    )
    .where(
      and(
        eq(sequences.user_id, account),
        eq(sequences.state, "active"),
        id === undefined ? undefined : eq(sequences.id, id),
      ),
    )
    .orderBy(asc(sequences.id));
}

/** Nothing goes on in accounts that are suspended, or about to be deleted. */
const IS_OPEN = sql.raw(`not exists (select from users u where u.id = s.user_id and ${IS_CLOSED})`);

/** Active sequences with people whose time has come. */
export function listDueSequences(db: Db, now: string): Promise<{ account: string; id: string }[]> {
  return rowsOf(
    db,
    sql`select s.user_id as account, s.id from sequences s where s.state = 'active' and ${IS_OPEN} and exists (select 1 from enrollments e
      where e.user_id = s.user_id and e.sequence_id = s.id and e.ended_at is null and e.due_at <= ${now}::timestamptz)`,
  );
}

/** Accounts with an active sequence that has a trigger of this type. */
export function listAccountsWithTrigger(db: Db, type: string): Promise<{ account: string }[]> {
  return rowsOf(
    db,
    sql`select distinct s.user_id as account from sequences s
      join sequence_versions v on v.user_id = s.user_id and v.sequence_id = s.id and v.version = s.version
      where s.state = 'active' and ${IS_OPEN} and v.definition->'triggers' @> ${JSON.stringify([{ type }])}::jsonb`,
  );
}

interface BatchOf {
  user_id: string;
  sequence_id: string;
  version: number;
  step_id: string;
  visit: number;
}

export async function findStepBatch(db: Db, of: BatchOf): Promise<string | undefined> {
  const { user_id, sequence_id, version, step_id, visit } = of;
  const [row] = await db
    .select({ batch_id: sequenceBatches.batch_id })
    .from(sequenceBatches)
    .where(
      and(
        eq(sequenceBatches.user_id, user_id),
        eq(sequenceBatches.sequence_id, sequence_id),
        eq(sequenceBatches.version, version),
        eq(sequenceBatches.step_id, step_id),
        eq(sequenceBatches.visit, visit),
      ),
    );
  return row?.batch_id;
}

/** False if another transaction was first. */
export async function insertStepBatch(db: Db, row: BatchOf & { batch_id: string }): Promise<boolean> {
  const rows = await db
    .insert(sequenceBatches)
    .values(row)
    .onConflictDoNothing()
    .returning({ batch_id: sequenceBatches.batch_id });
  return rows.length > 0;
}

export async function listBatchIds(db: Db, { user_id, id }: SequenceKey): Promise<string[]> {
  const rows = await db
    .select({ batch_id: sequenceBatches.batch_id })
    .from(sequenceBatches)
    .where(and(eq(sequenceBatches.user_id, user_id), eq(sequenceBatches.sequence_id, id)));
  return rows.map(({ batch_id }) => batch_id);
}

/** The sequence that a batch belongs to. */
export async function findSequenceOfBatch(
  db: Db,
  { user_id, id }: SequenceKey,
): Promise<SequenceKey | undefined> {
  const [row] = await db
    .select({ id: sequenceBatches.sequence_id })
    .from(sequenceBatches)
    .where(and(eq(sequenceBatches.user_id, user_id), eq(sequenceBatches.batch_id, id)));
  return row && { user_id, id: row.id };
}

export interface PeopleCounts {
  entered: number;
  inside: number;
  completed: number;
  exited: number;
}

export const NOBODY: PeopleCounts = { entered: 0, inside: 0, completed: 0, exited: 0 };

type Counted<Group extends object> = Group & Record<keyof PeopleCounts, string>;

const COUNTED = sql`count(*) as entered, count(*) filter (where ended_at is null) as inside,
  count(*) filter (where state = 'completed') as completed,
  count(*) filter (where state in ('exited', 'failed')) as exited`;

const countsOf = ({ entered, inside, completed, exited }: Counted<object>): PeopleCounts => ({
  entered: Number(entered),
  inside: Number(inside),
  completed: Number(completed),
  exited: Number(exited),
});

/** By sequence: an account's, or one. */
export async function countPeople(
  db: Db,
  { user_id, id }: { user_id: string; id?: string },
): Promise<ReadonlyMap<string, PeopleCounts>> {
  const one = id === undefined ? sql`` : sql`and sequence_id = ${id}::uuid`;
  const rows = await rowsOf<Counted<{ id: string }>>(
    db,
    sql`select sequence_id as id, ${COUNTED} from enrollments where user_id = ${user_id} ${one} group by sequence_id`,
  );
  return new Map(rows.map((row) => [row.id, countsOf(row)]));
}

/** Of one sequence, by version. */
export async function countPeopleByVersion(
  db: Db,
  { user_id, id }: SequenceKey,
): Promise<ReadonlyMap<number, PeopleCounts>> {
  const rows = await rowsOf<Counted<{ version: number }>>(
    db,
    sql`select version, ${COUNTED} from enrollments where user_id = ${user_id} and sequence_id = ${id}::uuid group by version`,
  );
  return new Map(rows.map((row) => [row.version, countsOf(row)]));
}

/** How many are inside, by version and step. */
export async function countInside(
  db: Db,
  { user_id, id }: SequenceKey,
): Promise<{ version: number; step_id: string | null; count: number }[]> {
  const rows = await rowsOf<{ version: number; step_id: string | null; count: string }>(
    db,
    sql`select version, step_id, count(*) as count from enrollments where user_id = ${user_id}
      and sequence_id = ${id}::uuid and ended_at is null group by version, step_id order by version, step_id`,
  );
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

/** The names of sequences that still let people in or on, and name a segment. */
/** Sequences with a template in what’s being written of them. What’s published has its own copy. */
export function listSequencesWithTemplate(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<{ kind: "sequence"; id: string; name: string }[]> {
  const wanted = JSON.stringify({ id: id.toLowerCase() });
  // The template of an e-mail that’s written in place instead is of no use.
  const path = '$.** ? (@.template_id == $id && (!exists(@.mode) || @.mode == "template"))';
  return rowsOf(
    db,
    sql`select 'sequence' as kind, s.id, s.name from sequences s where s.user_id = ${account} and s.state <> 'stopped'
      and jsonb_path_exists(s.draft, ${path}::jsonpath, ${wanted}::jsonb) order by lower(s.name), s.id`,
  );
}

export async function listSequencesWithSegment(
  db: Db,
  account: string,
  segmentId: string,
): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select s.name from sequences s where s.user_id = ${account} and s.state <> 'stopped'
        and (strpos(s.draft::text, ${segmentId}) > 0 or exists (select 1 from sequence_versions v where v.user_id = s.user_id
          and v.sequence_id = s.id and v.version = s.version and strpos(v.definition::text, ${segmentId}) > 0))
      order by lower(s.name)`,
  );
  return rows.map(({ name }) => name);
}

/** Says that what this transaction changes comes of the process's own work, for rules that start by it (`migrations/`). */
export async function upsertBySystem(db: Db): Promise<void> {
  await db.execute(sql`select set_config('fanfare.is_by_system', 'on', true)`);
}
