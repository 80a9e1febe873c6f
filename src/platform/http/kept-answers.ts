import { inArray, lt } from "drizzle-orm";
import type { Db } from "../db/database.ts";
import { keptAnswers } from "../tables.ts";

export type KeptAnswer = typeof keptAnswers.$inferSelect;

export async function findKeptAnswer(db: Db, ids: string[]): Promise<KeptAnswer | undefined> {
  const [row] = await db.select().from(keptAnswers).where(inArray(keptAnswers.id, ids));
  return row;
}

/** False if there's already an answer under this id. */
export async function insertKeptAnswer(db: Db, row: KeptAnswer): Promise<boolean> {
  const rows = await db
    .insert(keptAnswers)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: keptAnswers.id });
  return rows.length > 0;
}

export async function deleteKeptAnswersBefore(db: Db, time: string): Promise<void> {
  await db.delete(keptAnswers).where(lt(keptAnswers.created_at, time));
}
