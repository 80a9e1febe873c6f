/* How a worker's loop ends: what's done is sent, and what waits says when to go on. */
import type { Ctx, Platform } from "#src/platform/context.ts";
import { releaseLeases } from "./lease-store.ts";
import { findNextDue } from "./ledger-store.ts";
import { moveCampaign } from "./moving.ts";
import { type CampaignRow, lockCampaign } from "./store.ts";

interface Loop {
  ctx: Ctx;
  campaigns: ReadonlyMap<string, CampaignRow>;
  worker: string;
}

/** How many seconds from now the next message is due, or nothing if none waits for its time. */
export async function nextDue({
  ctx,
  campaigns,
}: Pick<Loop, "ctx" | "campaigns">): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { user_id, id } of campaigns.values()) {
    const { due_at } = await findNextDue(ctx.db, { user_id, id });
    if (due_at !== null) waits.push((Date.parse(due_at) - ctx.now().getTime()) / 1000);
  }
  const next = Math.min(...waits);
  return next > 0 && Number.isFinite(next) ? Math.ceil(next) : undefined;
}

/** Ends campaigns with nothing left to do. */
export async function settle({ ctx, campaigns, worker }: Loop): Promise<void> {
  await releaseLeases(ctx.db, { account: ctx.account, worker });
  for (const { user_id, id } of campaigns.values()) {
    if (!(await isDone(ctx, { user_id, id }))) continue;
    // Somebody may add recipients right now: whoever does holds the campaign.
    await ctx.write(async (ctx) => {
      await lockCampaign(ctx.db, { user_id, id });
      if (await isDone(ctx, { user_id, id }))
        await moveCampaign(ctx, { user_id, id }, { from: ["sending"], to: "sent" });
    });
  }
}

async function isDone({ db }: Platform, key: Pick<CampaignRow, "user_id" | "id">): Promise<boolean> {
  const { due_at, isBusy } = await findNextDue(db, key);
  return due_at === null && !isBusy;
}
