/* What a campaign's test takes from the campaign, and what becomes of it with the campaign. */

import type { CampaignTests, TestPlan } from "#src/features/email/campaigns/campaign-tests.ts";
import { requireCampaign } from "#src/features/email/campaigns/campaigns.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { startTest, stopTest } from "./course.ts";
import { abTestDeleted } from "./events.ts";
import {
  deleteTestRow,
  findTestOfCampaign,
  insertAssignmentsOf,
  listVariants,
  lockTest,
  type TestRow,
  updateTestRow,
} from "./store.ts";

export const testsOfCampaigns: CampaignTests = {
  async findPlan(ctx, campaign_id) {
    const row = await findTestOfCampaign(ctx.db, { user_id: ctx.account, campaign_id });
    return row?.state === "draft"
      ? toPlan(row, await listVariants(ctx.db, ctx.account, [row.id]))
      : undefined;
  },
  async started(ctx, campaign_id) {
    const row = await findTestOfCampaign(ctx.db, { user_id: ctx.account, campaign_id });
    if (row?.state !== "draft") throw new Error("The test moved on while its campaign was prepared.");
    const at = ctx.now().toISOString();
    await insertAssignmentsOf(ctx.db, row, { batch_id: campaign_id, at });
    const { mailbox_id, more_mailboxes } = await requireCampaign(ctx, campaign_id);
    await startTest(ctx, row, more_mailboxes.length === 0 ? mailbox_id : null);
  },
};

function toPlan(row: TestRow, versions: TestPlan["versions"]): TestPlan {
  const { id: test_id, holdout_share, sample_kind, sample_share, sample_number } = row;
  const share = sample_kind === "all" ? 1 : sample_share;
  const isNumber = sample_kind === "number" && sample_number !== null;
  return { test_id, holdout_share, versions, sample: isNumber ? { number: sample_number } : { share } };
}

interface Moved {
  account: string;
  subject: string;
}

/** A canceled campaign has no winner. */
export async function followCampaign(
  platform: Platform,
  { account, subject, payload }: Moved & { payload: { to: string } },
): Promise<void> {
  if (payload.to !== "canceled") return;
  const ctx = systemCtx(platform, { job: "ab-tests.campaign-moved", account });
  await ctx.write(async (ctx) => {
    const found = await findTestOfCampaign(ctx.db, { user_id: account, campaign_id: subject });
    const row = found && (await lockTest(ctx.db, found));
    if (row?.state === "collecting") await stopTest(ctx, row);
  });
}

/** What was learned stays without the campaign; a test that didn't start goes with it. */
export async function forgetCampaign(platform: Platform, { account, subject }: Moved): Promise<void> {
  const ctx = systemCtx(platform, { job: "ab-tests.campaign-deleted", account });
  await ctx.write(async (ctx) => {
    const row = await findTestOfCampaign(ctx.db, { user_id: account, campaign_id: subject });
    if (!row) return;
    const key = { user_id: account, id: row.id };
    if (row.state !== "draft") return updateTestRow(ctx.db, { ...key, campaign_id: null });
    await deleteTestRow(ctx.db, key);
    await ctx.announce(abTestDeleted, { subject: row.id, payload: {} });
  });
}
