/* Campaigns for those who joined their audience after the start, which froze it (email.md 5.3.5). */

import { requireSendingAllowed } from "#src/features/mailboxes/mailboxes.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { AFTERWARDS_ERRORS } from "./afterwards-contract.ts";
import { standingOf } from "./approved.ts";
import { addLateJoiners, countLateJoiners } from "./audience-store.ts";
import { requireCampaign, step } from "./campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign } from "./contract.ts";
import { aimOf, countLook } from "./preparing.ts";
import { sendAllSoon } from "./sending.ts";
import { toCampaign } from "./shown.ts";
import { type CampaignRow, lockCampaign } from "./store.ts";
import { canSend, findWays } from "./ways.ts";

/** How many would get a sent campaign if it went on to those who joined since. */
export async function getLateJoiners(ctx: Ctx, { id }: { id: string }): Promise<{ count: number }> {
  const row = await requireSent(ctx, id);
  await countLook(ctx);
  return { count: await countLateJoiners(ctx.db, lateAim(ctx, row)) };
}

/** Sends what was sent to those who joined since. Whoever had a row at the start keeps it, and gets nothing again. */
export async function sendToLateJoiners(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  await requireSent(ctx, id);
  await requireSendingAllowed(ctx);
  await countLook(ctx);
  return ctx.write(async (ctx) => {
    await lockCampaign(ctx.db, { user_id: ctx.account, id });
    const row = await requireSent(ctx, id);
    const ways = (await findWays(ctx, row)).filter(canSend);
    const before = row.recipients + row.late_recipients;
    const count = await addLateJoiners(ctx.db, lateAim(ctx, row), { ways, before });
    if (count === 0) return toCampaign(ctx, row);
    const late_recipients = row.late_recipients + count;
    const counts = { recipients: row.recipients + late_recipients };
    const aim = { content_hash: row.content_hash ?? "" };
    if ((await standingOf(ctx, row, { counts, aim })) === "missing")
      throw failure(AFTERWARDS_ERRORS, "LATE_UNAPPROVED");
    await step(ctx, id, { from: ["sent"], to: "sending", changes: { ended_at: null, late_recipients } });
    await sendAllSoon(ctx, row);
    return toCampaign(ctx, await requireCampaign(ctx, id));
  });
}

async function requireSent(ctx: Ctx, id: string): Promise<CampaignRow> {
  const row = await requireCampaign(ctx, id);
  if (row.state !== "sent") throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  return row;
}

const lateAim = (ctx: Ctx, row: CampaignRow) => aimOf(row, row.content_hash ?? "", ctx.now());
