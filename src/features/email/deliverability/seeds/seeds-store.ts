import { and, asc, desc, eq, inArray, lt, notInArray, sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import { seedAddresses, seedResults, seedTests } from "../tables.ts";
import { TESTS_KEPT } from "./seeds-rules.ts";

export type SeedRow = typeof seedAddresses.$inferSelect;
export type SeedTestRow = typeof seedTests.$inferSelect;
export type SeedResultRow = typeof seedResults.$inferSelect;

export function listSeedRows(db: Db, account: string): Promise<SeedRow[]> {
  return db
    .select()
    .from(seedAddresses)
    .where(eq(seedAddresses.user_id, account))
    .orderBy(asc(seedAddresses.address));
}

export async function findSeedRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<SeedRow | undefined> {
  const [row] = await db
    .select()
    .from(seedAddresses)
    .where(and(eq(seedAddresses.user_id, account), eq(seedAddresses.id, id)));
  return row;
}

/** False if the account has that address or id. */
export async function insertSeedRow(db: Db, row: SeedRow): Promise<boolean> {
  const added = await db.insert(seedAddresses).values(row).onConflictDoNothing().returning();
  return added.length === 1;
}

export async function deleteSeedRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<boolean> {
  const gone = await db
    .delete(seedAddresses)
    .where(and(eq(seedAddresses.user_id, account), eq(seedAddresses.id, id)))
    .returning({ id: seedAddresses.id });
  return gone.length === 1;
}

/** Serializes what starts tests of an account. */
export async function lockSeeds(db: Db, account: string): Promise<void> {
  await db
    .select({ id: seedAddresses.id })
    .from(seedAddresses)
    .where(eq(seedAddresses.user_id, account))
    .orderBy(asc(seedAddresses.id))
    .for("update");
}

/** The newest first. */
export function listTestRows(db: Db, account: string): Promise<SeedTestRow[]> {
  return db
    .select()
    .from(seedTests)
    .where(eq(seedTests.user_id, account))
    .orderBy(desc(seedTests.created_at), desc(seedTests.id))
    .limit(TESTS_KEPT);
}

export async function findTestRow(
  db: Db,
  { account, id }: { account: string; id: string },
): Promise<SeedTestRow | undefined> {
  const [row] = await db
    .select()
    .from(seedTests)
    .where(and(eq(seedTests.user_id, account), eq(seedTests.id, id)));
  return row;
}

export function listResultRows(
  db: Db,
  account: string,
  testIds: readonly string[],
): Promise<SeedResultRow[]> {
  if (testIds.length === 0) return Promise.resolve([]);
  return db
    .select()
    .from(seedResults)
    .where(and(eq(seedResults.user_id, account), inArray(seedResults.test_id, [...testIds])))
    .orderBy(asc(seedResults.address));
}

/** Adds a test, and drops the oldest ones. */
export async function insertTest(db: Db, row: SeedTestRow, results: SeedResultRow[]): Promise<void> {
  await db.insert(seedTests).values(row);
  await db.insert(seedResults).values(results);
  const kept = (await listTestRows(db, row.user_id)).map(({ id }) => id);
  await db.delete(seedTests).where(and(eq(seedTests.user_id, row.user_id), notInArray(seedTests.id, kept)));
}

export type ResultKey = Pick<SeedResultRow, "user_id" | "test_id" | "seed_id">;

/** True if an earlier test's e-mail to this seed address was in its inbox. */
export async function hasFound(db: Db, { user_id, seed_id }: Omit<ResultKey, "test_id">): Promise<boolean> {
  const { user_id: account, seed_id: seed, state } = seedResults;
  const rows = await db
    .select({ seed_id: seed })
    .from(seedResults)
    .where(and(eq(account, user_id), eq(seed, seed_id), inArray(state, ["inbox", "spam"])))
    .limit(1);
  return rows.length > 0;
}

/** Changes a result that's in this state. False if it isn't anymore. */
export async function updateResult(
  db: Db,
  { user_id, test_id, seed_id }: ResultKey,
  { from, ...changes }: Partial<SeedResultRow> & { from: SeedResultRow["state"] },
): Promise<boolean> {
  const { user_id: account, test_id: test, seed_id: seed, state } = seedResults;
  const rows = await db
    .update(seedResults)
    .set(changes)
    .where(and(eq(account, user_id), eq(test, test_id), eq(seed, seed_id), eq(state, from)))
    .returning();
  return rows.length === 1;
}

/** E-mail of everyone's tests that's looked for, the longest unseen first. */
export function listSought(db: Db, { before, rows }: { before: string; rows: number }): Promise<ResultKey[]> {
  const { user_id, test_id, seed_id, state, looked_at } = seedResults;
  return db
    .select({ user_id, test_id, seed_id })
    .from(seedResults)
    .where(and(eq(state, "sent"), lt(looked_at, before)))
    .orderBy(asc(looked_at))
    .limit(rows);
}

/** E-mail that was about to be sent when its process ended: nobody knows if it was. */
export async function updateAbandoned(
  db: Db,
  { before, now, words }: { before: string; now: string; words: string },
): Promise<void> {
  await rowsOf(
    db,
    sql`update seed_results r set state = 'failed', words = ${words}, ended_at = ${now}::timestamptz from seed_tests t
      where t.user_id = r.user_id and t.id = r.test_id and r.state = 'pending' and t.created_at < ${before}::timestamptz`,
  );
}
