import type { Db } from "#src/platform/db/database.ts";
import type { PastRun } from "./import.ts";
import { automationRuns } from "./tables.ts";

/** How long after an event its first action comes, in a demo. */
const usualDelay = (n: number) => 240 + ((n * 137) % 900);

/** Runs of the past, with their actions done moments after what happened. */
export async function insertPastRuns(
  db: Db,
  key: { user_id: string; automation_id: string; version: number },
  runs: readonly (PastRun & { id: string })[],
): Promise<void> {
  const rows = runs.map((run, n): typeof automationRuns.$inferInsert => {
    const event_at = run.at.toISOString();
    const acted = new Date(run.at.getTime() + usualDelay(n)).toISOString();
    const results = (run.results ?? []).map((result) => ({ ...result, at: acted }));
    return {
      ...key,
      id: run.id,
      contact_id: run.contact_id,
      type: run.type,
      source: `demo ${n}`,
      facts: run.facts,
      state: run.state,
      skip_reason: run.skip_reason ?? null,
      failed_test: run.failed_test ?? null,
      step: run.step ?? 0,
      results,
      due_at: run.due_at?.toISOString() ?? acted,
      step_at: acted,
      event_at,
      acted_at: results.length > 0 ? acted : null,
      created_at: event_at,
      ended_at: run.state === "waiting" ? null : acted,
    };
  });
  if (rows.length > 0) await db.insert(automationRuns).values(rows).onConflictDoNothing();
}
