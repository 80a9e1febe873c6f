/* Runs schedules that are due, and starts that an ended process left behind, every minute and at every start. */
import { ensureGuarded } from "#src/features/email/delivery/delivery.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { findRules } from "../approval/approval-store.ts";
import { enqueueLaunch } from "../preflight/preflight.ts";
import { isMissed } from "../rules.ts";
import { listDue, listPreparing } from "../store.ts";
import { markMissed, transitionCampaign } from "../transitions.ts";

const STARTED_AT_ONCE = 100;

/** Starts what's scheduled by now, and goes on with what was being started. */
export async function runDue(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await ensureGuarded(platform);
  for (const { user_id, id, scheduled_at } of await listDue(db, now().toISOString(), STARTED_AT_ONCE)) {
    const key = { user_id, id };
    const { late_minutes } = await findRules(db, user_id);
    if (scheduled_at !== null && isMissed(scheduled_at, now(), late_minutes)) await markMissed(platform, key);
    else await startScheduled(systemCtx(platform, { job: "campaigns.tick", account: user_id }), key);
  }
  for (const { user_id: account, id } of await listPreparing(db))
    await enqueueLaunch(platform, { account, id });
}

/** Two nodes may try, but only one of them moves it. */
function startScheduled(ctx: Platform, key: { user_id: string; id: string }): Promise<void> {
  return ctx.write(async (ctx) => {
    if (await transitionCampaign(ctx, key, { from: ["scheduled"], to: "preparing" }))
      await enqueueLaunch(ctx, { account: key.user_id, id: key.id });
  });
}
