import { and, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { type Counts, NO_COUNTS } from "../rules.ts";
import { mailTrust } from "../tables.ts";

export type ProbationRow = typeof mailTrust.$inferSelect;

export async function findProbation(db: Db, account: string): Promise<ProbationRow | undefined> {
  const [row] = await db.select().from(mailTrust).where(eq(mailTrust.user_id, account));
  return row;
}

/** Locks an account's probation until the transaction ends. It begins with its first e-mail. */
export async function lockProbation(db: Db, account: string, since: string): Promise<ProbationRow> {
  await db.insert(mailTrust).values({ user_id: account, counts: NO_COUNTS, since }).onConflictDoNothing();
  const [row] = await db.select().from(mailTrust).where(eq(mailTrust.user_id, account)).for("update");
  return row as ProbationRow;
}

export async function updateProbationCounts(db: Db, account: string, counts: Counts): Promise<void> {
  await db
    .update(mailTrust)
    .set({ counts: sql`${JSON.stringify(counts)}::jsonb` })
    .where(eq(mailTrust.user_id, account));
}

export async function updateProbationEnd(db: Db, account: string, at: string): Promise<void> {
  await db
    .update(mailTrust)
    .set({ trusted_at: at })
    .where(and(eq(mailTrust.user_id, account), sql`${mailTrust.trusted_at} is null`));
}

/** Only moves it later. An established account stays so. */
export async function updateProbationStart(db: Db, account: string, since: string): Promise<void> {
  await db
    .update(mailTrust)
    .set({ since })
    .where(and(eq(mailTrust.user_id, account), lt(mailTrust.since, since), isNull(mailTrust.trusted_at)));
}
