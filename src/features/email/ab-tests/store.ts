import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { PersonSource } from "#src/features/audience/contacts/tables.ts";
import { links } from "#src/features/pages/links/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { type ListShape, readPage, sortBy } from "#src/platform/db/list.ts";
import type { StopReason } from "./statistics-rules.ts";
import { abAssignments, abTests, abVariants } from "./tables.ts";

export type TestRow = typeof abTests.$inferSelect;
export type VariantRow = typeof abVariants.$inferSelect;
export type TestKey = Pick<TestRow, "user_id" | "id">;

const isIt = ({ user_id, id }: TestKey) => and(eq(abTests.user_id, user_id), eq(abTests.id, id));
const isOf = ({ user_id, id }: TestKey) => and(eq(abVariants.user_id, user_id), eq(abVariants.test_id, id));

const LIST: ListShape<"newest"> = {
  sorts: { newest: sortBy(abTests.created_at) },
  tie: [abTests.id],
  usual: { sort: "newest", order: "desc" },
};

interface Asked {
  account: string;
  campaign_id?: string | undefined;
  cursor?: string | undefined;
  rows: number;
}

export function listTestRows(db: Db, { account, campaign_id, cursor, rows }: Asked) {
  const isAsked = campaign_id === undefined ? undefined : eq(abTests.campaign_id, campaign_id);
  return readPage({ shape: LIST, request: { cursor }, rows }, ({ key, after, orderBy, limit }) =>
    db
      .select({ key, test: getTableColumns(abTests) })
      .from(abTests)
      .where(and(eq(abTests.user_id, account), isAsked, after))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export async function findTest(db: Db, key: TestKey): Promise<TestRow | undefined> {
  const [row] = await db.select().from(abTests).where(isIt(key));
  return row;
}

/** Returns a test's row, locked until the transaction ends. */
export async function lockTest(db: Db, key: TestKey): Promise<TestRow | undefined> {
  const [row] = await db.select().from(abTests).where(isIt(key)).for("update");
  return row;
}

export async function findTestOfCampaign(
  db: Db,
  { user_id, campaign_id }: { user_id: string; campaign_id: string },
): Promise<TestRow | undefined> {
  const [row] = await db
    .select()
    .from(abTests)
    .where(and(eq(abTests.user_id, user_id), eq(abTests.campaign_id, campaign_id)));
  return row;
}

/** False if the id is taken, or the campaign has a test. */
export async function insertTest(db: Db, row: typeof abTests.$inferInsert): Promise<boolean> {
  const rows = await db.insert(abTests).values(row).onConflictDoNothing().returning({ id: abTests.id });
  return rows.length > 0;
}

export async function updateTestRow(
  db: Db,
  { user_id, id, ...changes }: TestKey & Partial<TestRow>,
): Promise<void> {
  await db.update(abTests).set(changes).where(isIt({ user_id, id }));
}

export async function deleteTestRow(db: Db, key: TestKey): Promise<void> {
  await db.delete(abTests).where(isIt(key));
}

export function countDraftTests(db: Db, account: string): Promise<number> {
  return db.$count(abTests, and(eq(abTests.user_id, account), eq(abTests.state, "draft")));
}

/** The versions of tests, in their order. */
export function listVariants(db: Db, account: string, ids: readonly string[]): Promise<VariantRow[]> {
  return db
    .select()
    .from(abVariants)
    .where(and(eq(abVariants.user_id, account), inArray(abVariants.test_id, [...ids])))
    .orderBy(asc(abVariants.test_id), asc(abVariants.position));
}

type NewVariant = Omit<typeof abVariants.$inferInsert, "user_id" | "test_id" | "position">;

/** Replaces a test's versions. */
export async function upsertVariants(db: Db, key: TestKey, versions: readonly NewVariant[]): Promise<void> {
  await db.delete(abVariants).where(isOf(key));
  const own = { user_id: key.user_id, test_id: key.id };
  await db.insert(abVariants).values(versions.map((version, position) => ({ ...version, ...own, position })));
}

/** False if it's stopped already. */
export async function updateVariantAsStopped(
  db: Db,
  key: TestKey & { position: number },
  { stop_reason, stopped_at }: { stop_reason: StopReason; stopped_at: string },
): Promise<boolean> {
  const rows = await db
    .update(abVariants)
    .set({ stop_reason, stopped_at })
    .where(and(isOf(key), eq(abVariants.position, key.position), isNull(abVariants.stopped_at)))
    .returning({ position: abVariants.position });
  return rows.length > 0;
}

/** Writes down the address that a version goes out from. */
export async function updateVariantAddress(
  db: Db,
  key: TestKey & { position: number },
  from_address: string,
): Promise<void> {
  await db
    .update(abVariants)
    .set({ from_address })
    .where(and(isOf(key), eq(abVariants.position, key.position)));
}

/** Tests of all accounts that are running, or whose chosen version is due for everyone else. */
export function listWorkingTests(db: Db, now: string): Promise<TestKey[]> {
  const { user_id, id, state, rollout, rollout_at, rolled_out_at, chosen } = abTests;
  const isDue = and(eq(rollout, "at"), lte(rollout_at, now), isNull(rolled_out_at), isNotNull(chosen));
  return db
    .select({ user_id, id })
    .from(abTests)
    .where(or(eq(state, "collecting"), isDue))
    .orderBy(asc(user_id), asc(id));
}

/** Writes down who of a batch got which version, as its ledger says. Again, it adds only who's missing. */
export async function insertAssignmentsOf(
  db: Db,
  { user_id, id }: TestKey,
  { batch_id, at }: { batch_id: string; at: string },
): Promise<void> {
  await db.execute(sql`insert into ab_assignments (user_id, test_id, contact_id, variant, batch_id, at)
    select ${user_id}, ${id}::uuid, contact_id, variant, batch_id, ${at}::timestamptz from deliveries
    where user_id = ${user_id} and batch_id = ${batch_id}::uuid and (variant is not null or reason = 'holdout')
    on conflict do nothing`);
}

/** Tests that haven’t started, with a version from a template. */
export function listTestsWithTemplate(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<{ kind: "test"; id: string; name: string }[]> {
  return db
    .selectDistinct({ kind: sql<"test">`'test'`, id: abTests.id, name: abTests.name })
    .from(abTests)
    .innerJoin(abVariants, and(eq(abVariants.user_id, abTests.user_id), eq(abVariants.test_id, abTests.id)))
    .where(and(eq(abTests.user_id, account), eq(abTests.state, "draft"), eq(abVariants.template_id, id)))
    .orderBy(asc(abTests.name), asc(abTests.id));
}

export type AssignmentRow = typeof abAssignments.$inferSelect;

/** What was written down first for people who've been merged into some contacts, by contact. */
export async function listMergedAssignments(
  db: Db,
  { user_id, id }: TestKey,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await rowsOf<{ contact_id: string; variant: number | null }>(
    db,
    sql`select distinct on (m.kept_id) m.kept_id as contact_id, a.variant from contact_merges m
        join ab_assignments a on a.user_id = m.user_id and a.test_id = ${id}::uuid and a.contact_id = m.id
      where m.user_id = ${user_id} and m.kept_id = any(${sql.param([...contactIds])}::uuid[])
      order by m.kept_id, a.at, a.contact_id`,
  );
  return new Map(rows.map(({ contact_id, variant }) => [contact_id, variant]));
}

/** Writes down contacts' versions, and returns those that were written down first. */
export async function insertAssignments(
  db: Db,
  { user_id, id }: TestKey,
  rows: readonly AssignmentRow[],
): Promise<ReadonlyMap<string, number | null>> {
  if (rows.length === 0) return new Map();
  // In one order, so that two processes wait for each other at most.
  const sorted = rows.toSorted((a, b) => (a.contact_id < b.contact_id ? -1 : 1));
  await db.insert(abAssignments).values(sorted).onConflictDoNothing();
  const ids = sorted.map(({ contact_id }) => contact_id);
  const kept = await db
    .select({ contact_id: abAssignments.contact_id, variant: abAssignments.variant })
    .from(abAssignments)
    .where(
      and(
        eq(abAssignments.user_id, user_id),
        eq(abAssignments.test_id, id),
        inArray(abAssignments.contact_id, ids),
      ),
    );
  return new Map(kept.map(({ contact_id, variant }) => [contact_id, variant]));
}

export async function deleteAssignments(db: Db, account: string, ids: readonly string[]): Promise<void> {
  await db
    .delete(abAssignments)
    .where(and(eq(abAssignments.user_id, account), inArray(abAssignments.contact_id, [...ids])));
}

export interface LinkTestRow {
  id: string;
  profile_id: string;
  title: string;
  ratio: number;
}

const LINK_TESTS_MAX = 100;

/** Links that are tested now, on profiles that aren't in the trash. */
export function listLinkTests(db: Db, account: string): Promise<LinkTestRow[]> {
  return db
    .select({
      id: links.id,
      profile_id: links.profile_id,
      title: links.title,
      ratio: links.ab_split_ratio,
    })
    .from(links)
    .innerJoin(clientProfiles, eq(clientProfiles.id, links.profile_id))
    .where(
      and(eq(clientProfiles.user_id, account), isNull(clientProfiles.deleted_at), eq(links.is_ab_test, true)),
    )
    .orderBy(desc(links.updated_at), asc(links.id))
    .limit(LINK_TESTS_MAX);
}

/** A person's assignments, for the export of their data. */
export const testsOfPerson: PersonSource = {
  name: "ab-tests",
  rows: ({ account, ids }) => sql`select t.name, a.variant, a.at from ab_assignments a
    join ab_tests t on t.user_id = a.user_id and t.id = a.test_id
    where a.user_id = ${account} and a.contact_id = any(${ids}::uuid[]) order by a.at, a.test_id`,
};
