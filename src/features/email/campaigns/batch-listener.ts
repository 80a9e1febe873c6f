/* What becomes of a campaign as its batch pauses, ends, or comes too late by itself. */
import type { BatchListener } from "#src/features/email/delivery/delivery.ts";
import { campaignHalted, campaignLate } from "./events.ts";
import { campaignHaltedMail, campaignLateMail } from "./mails.ts";
import { findCampaign, listStalled } from "./store.ts";
import { markFailed, notifyOwner, transitionCampaign } from "./transitions.ts";

const STALLED =
  "This instance went down as it was starting, and now it’s too late to send it without asking you.";

export const campaignListener: BatchListener = {
  async paused(ctx, key, reason) {
    const halted = await transitionCampaign(ctx, key, { from: ["sending"], to: "auto_paused", reason });
    if (!halted) return;
    await ctx.announce(campaignHalted, { account: key.user_id, subject: key.id, payload: { reason } });
    await notifyOwner(ctx, key, campaignHaltedMail);
  },
  async done(ctx, key) {
    await transitionCampaign(ctx, key, { from: ["sending"], to: "sent" });
  },
  async late(ctx, key, count) {
    if (!(await findCampaign(ctx.db, key))) return;
    await ctx.announce(campaignLate, { account: key.user_id, subject: key.id, payload: { count } });
    await notifyOwner(ctx, key, campaignLateMail);
  },
  async resumed(platform) {
    for (const key of await listStalled(platform.db, platform.now()))
      await markFailed(platform, key, STALLED);
  },
};
