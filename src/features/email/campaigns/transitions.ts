/* Transitions between a campaign's states: each happens once, whichever person or node requests it first. */

import { lockBatch, moveBatch } from "#src/features/email/delivery/delivery.ts";
import { type BatchState, canTransition } from "#src/features/email/delivery/rules.ts";
import { findPerson } from "#src/features/identity/accounts/person/person.ts";
import { invalidatePage } from "#src/features/pages/profiles/profiles.ts";
import { nextVersion } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { enqueueMail } from "#src/platform/mail/outbox.ts";
import { campaignMissed, campaignMoved } from "./events.ts";
import { campaignFailedMail, type campaignHaltedMail, campaignMissedMail } from "./mails.ts";
import { CAMPAIGN_TRANSITIONS, type CampaignState } from "./rules.ts";
import { pauseSeriesOf, planNext } from "./series/series.ts";
import { type CampaignRow, findCampaign, updateCampaignState } from "./store.ts";

type Key = Pick<CampaignRow, "user_id" | "id">;

interface Transition {
  from: readonly CampaignState[];
  to: CampaignState;
  reason?: string;
  changes?: Partial<CampaignRow>;
}

const ENDS: readonly CampaignState[] = ["sent", "canceled"];

/** What its batch does meanwhile. Before its start, there's none. */
const BATCH_STATES: Partial<Record<CampaignState, BatchState>> = {
  sending: "sending",
  paused: "paused",
  auto_paused: "paused",
  sent: "done",
  canceled: "canceled",
};

/** Moves a campaign and announces it. False if it isn't in one of those states anymore. */
export function transitionCampaign(
  platform: Platform,
  key: Key,
  { from, to, reason = "", changes = {} }: Transition,
): Promise<boolean> {
  return platform.write(async (ctx) => {
    // Delivery locks the batch first, too.
    await lockBatch(ctx.db, key);
    const row = await findCampaign(ctx.db, key);
    if (!row || !from.includes(row.state) || !canTransition(CAMPAIGN_TRANSITIONS, row.state, to))
      return false;
    const at = ctx.now().toISOString();
    const moved = await updateCampaignState(ctx.db, {
      user_id: key.user_id,
      id: key.id,
      from: row.state,
      to,
      state_reason: reason,
      state_at: at,
      updated_at: nextVersion(row.updated_at, ctx.now()),
      ...(ENDS.includes(to) && { ended_at: at }),
      ...changes,
    });
    if (!moved) return false;
    const batchState = BATCH_STATES[to];
    if (batchState) await moveBatch(ctx, key, batchState);
    const payload = { from: row.state, to, reason };
    await invalidateArchivePage(ctx, row);
    await ctx.announce(campaignMoved, { account: key.user_id, subject: key.id, payload });
    if (row.state === "scheduled") await (to === "draft" ? pauseSeriesOf(ctx, row) : planNext(ctx, row));
    return true;
  });
}

/**
 * Marks a campaign whose time passed while nothing was running, and that's too late to start on its own now.
 */
export function markMissed(platform: Platform, key: Key): Promise<void> {
  return platform.write(async (ctx) => {
    if (!(await transitionCampaign(ctx, key, { from: ["scheduled"], to: "missed" }))) return;
    await ctx.announce(campaignMissed, { account: key.user_id, subject: key.id, payload: {} });
    await notifyOwner(ctx, key, campaignMissedMail);
  });
}

/** Marks a campaign that couldn't start, maybe hours after anyone looked at it, and notifies the owner. */
export function markFailed(platform: Platform, key: Key, reason: string): Promise<void> {
  return platform.write(async (ctx) => {
    const failed = await transitionCampaign(ctx, key, { from: ["preparing"], to: "failed", reason });
    if (failed) await notifyOwner(ctx, key, campaignFailedMail);
  });
}

/** E-mails the owner in case they miss it in the app. */
export async function notifyOwner(
  ctx: Platform,
  { user_id: account, id }: Key,
  mail: typeof campaignHaltedMail,
): Promise<void> {
  const to = (await findPerson(ctx.db, account))?.email ?? "";
  await enqueueMail(ctx, { mail, to, account, about: id, data: { account, id } });
}

export async function invalidateArchivePage(
  ctx: Platform,
  { user_id: account, archive_profile_id: id }: Pick<CampaignRow, "user_id" | "archive_profile_id">,
): Promise<void> {
  if (id !== null) await invalidatePage(ctx, { account, id });
}
