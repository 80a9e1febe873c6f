import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";
import type { AutomationKey } from "./store.ts";
import type { automationRuns } from "./tables.ts";

export type RunRow = typeof automationRuns.$inferSelect;

/** Has a rule's failed runs tried again, from the action that failed. Returns how many. */
export async function updateFailedAsDue(
  db: Db,
  { user_id, id, now }: AutomationKey & { now: string },
): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`update automation_runs set state = 'active', ended_at = null, tries = 0, due_at = ${now}::timestamptz,
        step_at = ${now}::timestamptz
      where user_id = ${user_id} and automation_id = ${id}::uuid and state = 'failed' returning 1`,
  );
  return rows.length;
}
