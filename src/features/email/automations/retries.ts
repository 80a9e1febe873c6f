/* Failed runs that people have tried again: from the action that failed, so that nothing is done twice. */
import type { InferContractRouterInputs } from "@orpc/contract";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireAutomation } from "./automations.ts";
import { enqueueCall } from "./call-job.ts";
import { AUTOMATION_ERRORS, type automationsContract } from "./contract.ts";
import { automationRunRetried } from "./events.ts";
import { listFailedRuns, lockRun, type RunRow, updateRuns } from "./run-store.ts";
import { automationsStirred } from "./signals.ts";
import { type AutomationKey, listVersions } from "./store.ts";

type Inputs = InferContractRouterInputs<typeof automationsContract>;

/** Runs that are tried again in one statement. */
const RETRIED_ROWS = 500;

/** Tries a failed run again. While the rule is off, it waits until it's on. */
export function retryRun(ctx: Ctx, { id, run_id }: Pick<Inputs["retry"], "id" | "run_id">): Promise<RunRow> {
  return ctx.write(async (ctx) => {
    const automation = await requireAutomation(ctx, id);
    const run = isId(run_id) ? await lockRun(ctx.db, { user_id: ctx.account, id: run_id }) : undefined;
    if (run?.automation_id !== automation.id) throw failure(AUTOMATION_ERRORS, "RUN_NOT_FOUND");
    if (run.state !== "failed") throw failure(AUTOMATION_ERRORS, "RUN_NOT_FAILED");
    const [retried = run] = await retry(ctx, [run]);
    await ctx.announce(automationRunRetried, { subject: id, payload: { run_id: run.id } });
    await ctx.invalidate(automationsStirred, {});
    return retried;
  });
}

/** Tries all failed runs of a rule again, and returns how many. */
export async function retryFailed(ctx: Ctx, key: AutomationKey): Promise<number> {
  let count = 0;
  for (;;) {
    const rows = await listFailedRuns(ctx.db, { ...key, most: RETRIED_ROWS });
    if (rows.length === 0) return count;
    await retry(ctx, rows);
    count += rows.length;
  }
}

async function retry(ctx: Ctx, rows: readonly RunRow[]): Promise<RunRow[]> {
  const now = ctx.now().toISOString();
  const calls = await webhooksOf(ctx, rows);
  const retried = rows.map((row): RunRow => {
    const isCall = (action: string) => calls.get(row.version)?.has(action) ?? false;
    const last = new Map(row.results.map(({ action_id }, at) => [action_id, at]));
    // Calls that failed are made again. Whatever else failed is where the run stopped.
    const results = row.results.map((result, at) =>
      result.outcome === "failed" && isCall(result.action_id) && last.get(result.action_id) === at
        ? { ...result, outcome: "queued" as const, reason: "", at: now }
        : result,
    );
    return { ...row, results, state: "active", ended_at: null, tries: 0, due_at: now, step_at: now };
  });
  await updateRuns(ctx.db, retried);
  for (const [at, { id, results }] of retried.entries())
    for (const [index, { action_id, outcome }] of results.entries())
      if (outcome === "queued" && rows[at]?.results[index]?.outcome === "failed")
        await enqueueCall(ctx, { account: ctx.account, run_id: id, action_id, attempt: 0 });
  return retried;
}

/** The webhook actions of runs' versions. */
async function webhooksOf(
  ctx: Ctx,
  rows: readonly RunRow[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const [first] = rows;
  if (!first) return new Map();
  const key = { user_id: ctx.account, id: first.automation_id };
  const versions = await listVersions(ctx.db, key, [...new Set(rows.map(({ version }) => version))]);
  return new Map(
    versions.map(({ version, definition }) => [
      version,
      new Set(definition.actions.flatMap(({ id, type }) => (type === "webhook" ? [id] : []))),
    ]),
  );
}
