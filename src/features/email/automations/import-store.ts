import type { Db } from "#src/platform/db/database.ts";
import { automationRuns } from "./tables.ts";

/** Runs of the past. */
export async function insertPastRuns(
  db: Db,
  rows: readonly (typeof automationRuns.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(automationRuns)
      .values([...rows])
      .onConflictDoNothing();
}
