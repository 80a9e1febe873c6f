/* People's decisions about a running test: to end it, give it more time, or choose a version. */
import { failure } from "#src/lib/errors.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx } from "#src/platform/context.ts";
import { getTest, requireTest } from "./ab-tests.ts";
import { AB_TEST_ERRORS, type AbTest } from "./contract.ts";
import { decide, rollOut } from "./course.ts";
import { abTestExtended } from "./events.ts";
import { loadFigures } from "./figures.ts";
import { COLLECT_HOURS_MAX } from "./rules.ts";
import { listVariants, lockTest, type TestRow, updateTestRow } from "./store.ts";

/** Runs with the locked row of a test that's in one of these states. */
async function withTest(
  ctx: Ctx,
  id: string,
  run: (ctx: Ctx, row: TestRow) => Promise<unknown>,
): Promise<AbTest> {
  await requireTest(ctx, id);
  return ctx.write(async (ctx) => {
    const row = await lockTest(ctx.db, { user_id: ctx.account, id });
    if (!row) throw failure(AB_TEST_ERRORS, "TEST_NOT_FOUND");
    await run(ctx, row);
    return getTest(ctx, { id });
  });
}

async function knownOf(ctx: Ctx, row: TestRow) {
  const versions = await listVariants(ctx.db, ctx.account, [row.id]);
  return { row, versions, figures: await loadFigures(ctx, { row, versions }) };
}

/** Decides now, by what's known so far. */
export function endTest(ctx: Ctx, { id }: { id: string }): Promise<AbTest> {
  return withTest(ctx, id, async (ctx, row) => {
    if (row.state !== "collecting") throw failure(AB_TEST_ERRORS, "TEST_STATE");
    await decide(ctx, { ...(await knownOf(ctx, row)), by: "rule" });
  });
}

export function extendTest(ctx: Ctx, { id, hours }: { id: string; hours: number }): Promise<AbTest> {
  return withTest(ctx, id, async (ctx, row) => {
    if (row.state !== "collecting" || row.decide_at === null || row.started_at === null)
      throw failure(AB_TEST_ERRORS, "TEST_STATE");
    const decide_at = addHours(new Date(row.decide_at), hours);
    if (decide_at > addHours(new Date(row.started_at), COLLECT_HOURS_MAX))
      throw failure(AB_TEST_ERRORS, "COLLECTING_LIMIT");
    await updateTestRow(ctx.db, { user_id: ctx.account, id, decide_at, updated_at: ctx.now().toISOString() });
    await ctx.announce(abTestExtended, { subject: id, payload: { hours } });
  });
}

/** Ends a running test with this version, or sends it to the others after a test that waits for that. */
export function chooseVersion(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<AbTest> {
  return withTest(ctx, id, async (ctx, row) => {
    const isWaiting = row.decided_at !== null && row.rolled_out_at === null && row.state !== "stopped";
    if (row.state !== "collecting" && !isWaiting) throw failure(AB_TEST_ERRORS, "TEST_STATE");
    const known = await knownOf(ctx, row);
    if (version >= known.versions.length) throw failure(AB_TEST_ERRORS, "VERSION_UNKNOWN");
    // What the test found, and when, stays: the others get it, or another version.
    if (isWaiting && version === row.chosen) return rollOut(ctx, row);
    await decide(ctx, { ...known, figures: row.result ?? known.figures, by: "hand", chosen: version });
  });
}
