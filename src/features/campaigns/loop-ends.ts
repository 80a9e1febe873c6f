/* How a worker's loop ends: what's done is sent, and what waits says when to go on. */
import type { Ctx } from "#src/platform/context.ts";
import { findNextDue, isDone } from "./delivery-store.ts";
import { updateLeasesAsReleased } from "./lease-store.ts";
import { senderShares } from "./sender-split.ts";
import { type CampaignRow, lockCampaign } from "./store.ts";
import { transitionCampaign } from "./transitions.ts";

interface Loop {
  ctx: Ctx;
  mailbox: { id: string };
  campaigns: ReadonlyMap<string, CampaignRow>;
  worker: string;
}

/** How many seconds from now the next message is due, or nothing if none waits for its time. */
export async function secondsUntilNextDue({
  ctx,
  mailbox,
  campaigns,
}: Pick<Loop, "ctx" | "mailbox" | "campaigns">): Promise<number | undefined> {
  const waits: number[] = [];
  for (const row of campaigns.values()) {
    const way = senderShares(row).find(({ mailbox_id }) => mailbox_id === mailbox.id);
    const due_at = way && (await findNextDue(ctx.db, { ...row, via: way.via }));
    if (due_at !== undefined) waits.push((Date.parse(due_at) - ctx.now().getTime()) / 1000);
  }
  const next = Math.min(...waits);
  return next > 0 && Number.isFinite(next) ? Math.ceil(next) : undefined;
}

/** Ends campaigns with nothing left to do. */
export async function finishCampaigns({ ctx, campaigns, worker }: Loop): Promise<void> {
  await updateLeasesAsReleased(ctx.db, { account: ctx.account, worker });
  for (const { user_id, id } of campaigns.values()) {
    if (!(await isDone(ctx.db, { user_id, id }))) continue;
    // Somebody may add recipients right now: whoever does holds the campaign.
    await ctx.write(async (ctx) => {
      await lockCampaign(ctx.db, { user_id, id });
      if (await isDone(ctx.db, { user_id, id }))
        await transitionCampaign(ctx, { user_id, id }, { from: ["sending"], to: "sent" });
    });
  }
}
