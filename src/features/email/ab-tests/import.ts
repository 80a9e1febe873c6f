/* Past tests, made up for the demo. They're judged as any test is. */
import type { Ctx } from "#src/platform/context.ts";
import { drawVersion } from "./assignment.ts";
import { decide } from "./course.ts";
import { loadFigures } from "./figures.ts";
import { USUAL_EFFECTS, USUAL_TEST } from "./rules.ts";
import {
  insertAssignmentsOf,
  insertTest,
  listVariants,
  lockTest,
  updateTestRow,
  upsertVariants,
} from "./store.ts";

interface PastTest {
  id: string;
  campaign_id: string;
  name: string;
  /** The subjects of the versions besides the campaign's own. */
  subjects: readonly string[];
  started_at: Date;
  decided_at: Date;
}

/** The version that a contact gets in a test of everyone. */
export function versionAmong(test_id: string, contact_id: string, versions: number): number {
  return drawVersion({ test_id, contact_id }, { holdout_share: 0, sample_share: 1, versions }) ?? 0;
}

/** Stores a test of a past campaign, once, and decides it. */
export async function importTest(ctx: Ctx, test: PastTest): Promise<void> {
  const { id, campaign_id, name, subjects } = test;
  const key = { user_id: ctx.account, id };
  const at = test.started_at.toISOString();
  await ctx.write(async (ctx) => {
    const isNew = await insertTest(ctx.db, {
      ...key,
      ...USUAL_TEST,
      campaign_id,
      name,
      sample_kind: "all",
      min_effect: USUAL_EFFECTS.clicks,
      created_by: ctx.account,
      created_at: at,
      updated_at: at,
    });
    if (!isNew) return;
    await upsertVariants(ctx.db, key, [{}, ...subjects.map((subject) => ({ subject }))]);
    await insertAssignmentsOf(ctx.db, key, { batch_id: campaign_id, at });
    const decide_at = test.decided_at.toISOString();
    await updateTestRow(ctx.db, { ...key, state: "collecting", started_at: at, decide_at });
    const row = await lockTest(ctx.db, key);
    if (!row) throw new Error("The test was just stored.");
    const versions = await listVariants(ctx.db, ctx.account, [id]);
    const then = { ...ctx, now: () => test.decided_at };
    await decide(then, { row, versions, figures: await loadFigures(ctx, { row, versions }), by: "rule" });
  });
}
