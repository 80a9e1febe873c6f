/* Rules that have run for a while: for the demo. */
import { addDays } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { activateAutomation } from "./activation.ts";
import { createAutomation, getAutomation, pauseAutomation } from "./automations.ts";
import type { Definition, TriggerType } from "./definition-rules.ts";
import { insertPastRuns } from "./import-store.ts";
import type { RunState, SkipReason } from "./rules.ts";
import type { ActionResult, automationRuns, Facts } from "./tables.ts";

export interface PastRun {
  contact_id: string;
  type: TriggerType;
  facts: Facts;
  at: Date;
  state: Exclude<RunState, "active">;
  skip_reason?: SkipReason;
  failed_test?: readonly number[];
  /** The number of the action that waits or failed. */
  step?: number;
  results?: readonly Omit<ActionResult, "at">[];
  /** When it goes on, if it waits. */
  due_at?: Date;
}

interface PastAutomation {
  id: string;
  name: string;
  draft: Definition;
  /** Whether it was ever turned on, and is still. */
  state: "draft" | "active" | "paused";
  daysAgo: number;
  runs: readonly PastRun[];
}

/** Turns a rule on some days ago, with what it did since then. One that's here already stays. */
export async function importAutomation(
  ctx: Ctx,
  { id, name, draft, state, daysAgo, runs }: PastAutomation,
): Promise<void> {
  const began = new Date(addDays(ctx.now(), -daysAgo));
  const past: Ctx = { ...ctx, now: () => began };
  await createAutomation(past, { id, name, draft });
  if (state === "draft" || (await getAutomation(ctx, { id })).version !== null) return;
  await activateAutomation(past, { id, retry: false });
  await insertPastRuns(
    ctx.db,
    runs.map((run, n) => ({ user_id: ctx.account, id: ctx.newId(), automation_id: id, ...rowOf(run, n) })),
  );
  if (state === "paused") await pauseAutomation(ctx, { id });
}

type PastRow = Omit<typeof automationRuns.$inferInsert, "user_id" | "id" | "automation_id">;

/** Its actions were done moments after what happened. */
function rowOf({ at, results = [], due_at, ...run }: PastRun, n: number): PastRow {
  const event_at = at.toISOString();
  const acted = new Date(at.getTime() + 240 + ((n * 137) % 900)).toISOString();
  return {
    ...run,
    version: 1,
    source: `demo ${n}`,
    results: results.map((result) => ({ ...result, at: acted })),
    due_at: due_at?.toISOString() ?? acted,
    step_at: acted,
    event_at,
    acted_at: results.length > 0 ? acted : null,
    created_at: event_at,
    ended_at: run.state === "waiting" ? null : acted,
  };
}
