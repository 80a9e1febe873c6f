/* Held messages, whose time passed while nothing was running, go out after all, or are dropped. */

import { decideHeld, enqueueBatchSends } from "#src/features/email/delivery/delivery.ts";
import { requireSendingAllowed } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import { requireCampaign } from "../campaigns.ts";
import { CAMPAIGN_ERRORS, type Campaign } from "../contract.ts";
import { campaignLateDecided } from "../events.ts";
import { toCampaign } from "../present.ts";
import type { CampaignState } from "../rules.ts";

const UNDER_WAY: readonly CampaignState[] = ["sending", "paused", "auto_paused"];

/** While it's paused, released messages wait until it continues. */
export async function decideLate(
  ctx: Ctx,
  { id, action }: { id: string; action: "send" | "skip" },
): Promise<Campaign> {
  const row = await requireCampaign(ctx, id);
  if (action === "send") await requireSendingAllowed(ctx);
  if (!UNDER_WAY.includes(row.state)) throw failure(CAMPAIGN_ERRORS, "CAMPAIGN_STATE");
  return ctx.write(async (ctx) => {
    const count = await decideHeld(ctx, { id, action });
    if (count > 0) await ctx.announce(campaignLateDecided, { subject: id, payload: { action, count } });
    // With nothing left to send, it ends.
    await enqueueBatchSends(ctx, id);
    return toCampaign(ctx, await requireCampaign(ctx, id));
  });
}
