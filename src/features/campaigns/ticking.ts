/* What's due: schedules, and what a process that ended left behind. Every minute, and at every start. */

import { addHours } from "#src/lib/time.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { expireLeases, skipCanceled } from "./ledger-store.ts";
import { missCampaign, moveCampaign } from "./moving.ts";
import { prepareSoon } from "./preparing.ts";
import { isMissed } from "./rules.ts";
import { sendJob } from "./sending.ts";
import { listDue, listWaiting } from "./store.ts";

const STARTED_AT_ONCE = 100;
const CANCELED_LOOKED_AT_HOURS = 24;

/** Starts what's scheduled by now, and goes on with what should be going on. */
export async function tick(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await expireLeases(db, now());
  await skipCanceled(db, addHours(now(), -CANCELED_LOOKED_AT_HOURS));
  for (const { user_id, id, scheduled_at } of await listDue(db, now().toISOString(), STARTED_AT_ONCE)) {
    const key = { user_id, id };
    if (scheduled_at !== null && isMissed(scheduled_at, now())) await missCampaign(platform, key);
    else await startScheduled(systemCtx(platform, { job: "campaigns.tick", account: user_id }), key);
  }
  for (const { user_id: account, id, state, mailbox_id } of await listWaiting(db)) {
    if (state === "preparing") await prepareSoon(platform, { account, id });
    else if (mailbox_id !== null)
      await platform.enqueue(sendJob, { account, mailbox_id }, { key: `${account} ${mailbox_id}` });
  }
}

/** Two nodes may try. One of them moves it. */
function startScheduled(ctx: Platform, key: { user_id: string; id: string }): Promise<void> {
  return ctx.write(async (ctx) => {
    if (await moveCampaign(ctx, key, { from: ["scheduled"], to: "preparing" }))
      await prepareSoon(ctx, { account: key.user_id, id: key.id });
  });
}

/** With the embedded database, leases at a start are those of a process that's gone. */
export async function goOn(platform: Platform): Promise<void> {
  if (platform.database.kind === "pglite") await expireLeases(platform.db, "all");
  await tick(platform);
}
