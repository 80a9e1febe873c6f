/* Campaigns for people who joined their audience after the start, which froze it (email.md 5.3.5). */

import { canSend, enqueueBatchSends, findBatch, loadSenders } from "#src/features/email/delivery/delivery.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { approvalStatus } from "../approval/approval.ts";
import { requireCampaign, requireTransition } from "../campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign } from "../contract.ts";
import { countLateJoiners, insertLateJoiners } from "../preflight/audience-store.ts";
import { campaignSenders, countCheck, toAudienceQuery } from "../preflight/preflight.ts";
import { toCampaign } from "../present.ts";
import { type CampaignRow, lockCampaign } from "../store.ts";
import { LATE_JOINERS_ERRORS } from "./late-joiners-contract.ts";

export async function getLateJoiners(ctx: Ctx, { id }: { id: string }): Promise<{ count: number }> {
  const row = await requireSent(ctx, id);
  await countCheck(ctx);
  return { count: await countLateJoiners(ctx.db, await lateAim(ctx, row)) };
}

/**
 * Sends a sent campaign to people who have joined since. Recipients with a row from the start keep it, and
 * get nothing again.
 */
export async function sendToLateJoiners(ctx: Ctx, { id }: { id: string }): Promise<Campaign> {
  await requireSent(ctx, id);
  await requireSendingAllowed(ctx);
  await countCheck(ctx);
  return ctx.write(async (ctx) => {
    await lockCampaign(ctx.db, { user_id: ctx.account, id });
    const row = await requireSent(ctx, id);
    const ways = await waysNow(ctx, row);
    const before = row.recipients + row.late_recipients;
    const count = await insertLateJoiners(ctx.db, await lateAim(ctx, row), { ways, before });
    if (count === 0) return toCampaign(ctx, row);
    const late_recipients = row.late_recipients + count;
    const counts = { recipients: row.recipients + late_recipients };
    const aim = { content_hash: row.content_hash ?? "" };
    if ((await approvalStatus(ctx, row, { counts, aim })) === "missing")
      throw failure(LATE_JOINERS_ERRORS, "LATE_UNAPPROVED");
    await requireTransition(ctx, id, {
      from: ["sent"],
      to: "sending",
      changes: { ended_at: null, late_recipients },
    });
    await enqueueBatchSends(ctx, id);
    return toCampaign(ctx, await requireCampaign(ctx, id));
  });
}

/** What a test found may go out through a sending account of its own. */
async function waysNow(ctx: Ctx, row: CampaignRow) {
  const batch = await findBatch(ctx.db, { user_id: ctx.account, id: row.id });
  const mailbox_id = batch?.snapshot.mailbox_id;
  const place = mailbox_id === undefined ? -1 : (batch?.mailbox_ids.indexOf(mailbox_id) ?? -1);
  const own = place < 0 ? [] : [{ mailbox_id: mailbox_id ?? "", sender_index: place, share: 1 }];
  const able = (await loadSenders(ctx, own)).filter(canSend);
  return able.length > 0 ? able : (await loadSenders(ctx, campaignSenders(row))).filter(canSend);
}

async function requireSent(ctx: Ctx, id: string): Promise<CampaignRow> {
  const row = await requireCampaign(ctx, id);
  if (row.state !== "sent") throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  return row;
}

const lateAim = (ctx: Ctx, row: CampaignRow) => toAudienceQuery(ctx, row, row.content_hash ?? "");
