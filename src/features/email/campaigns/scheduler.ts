/* Runs everything that's due: schedules, and leftovers of a process that ended. Every minute, and at every
   start. */

import { senderShares } from "#src/features/email/delivery/send/sender-split.ts";
import { addHours } from "#src/lib/time.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { findRules } from "./approval-store.ts";
import { updateCanceledAsSkipped } from "./delivery-store.ts";
import { heartbeat, holdOverdue } from "./downtime-guard.ts";
import { updateLeasesAsExpired, updateOrphanLeasesAsExpired } from "./lease-store.ts";
import { enqueueLaunch } from "./preflight.ts";
import { isMissed } from "./rules.ts";
import { enqueueSend, leaseHolders, sendJob } from "./send-worker.ts";
import { listDue, listWaiting } from "./store.ts";
import { markMissed, transitionCampaign } from "./transitions.ts";

const STARTED_AT_ONCE = 100;
const CANCELED_LOOKED_AT_HOURS = 24;

/** Starts campaigns whose time has come, and resumes those that should be running. */
export async function runDue(platform: Platform): Promise<void> {
  await heartbeat(platform);
  await startDue(platform);
  for (const { account, mailbox_id } of await listMailboxesAtWork(platform))
    await platform.enqueue(sendJob, { account, mailbox_id }, { key: `${account} ${mailbox_id}` });
}

async function startDue(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await updateLeasesAsExpired(db, now());
  await updateCanceledAsSkipped(db, addHours(now(), -CANCELED_LOOKED_AT_HOURS));
  for (const { user_id, id, scheduled_at } of await listDue(db, now().toISOString(), STARTED_AT_ONCE)) {
    const key = { user_id, id };
    const { late_minutes } = await findRules(db, user_id);
    if (scheduled_at !== null && isMissed(scheduled_at, now(), late_minutes)) await markMissed(platform, key);
    else await startScheduled(systemCtx(platform, { job: "campaigns.tick", account: user_id }), key);
  }
}

/** The sending accounts of running campaigns. Campaigns that haven't been prepared yet are prepared. */
async function listMailboxesAtWork(platform: Platform): Promise<{ account: string; mailbox_id: string }[]> {
  const atWork = new Map<string, { account: string; mailbox_id: string }>();
  for (const row of await listWaiting(platform.db)) {
    const { user_id: account, id, state } = row;
    if (state === "preparing") await enqueueLaunch(platform, { account, id });
    else
      for (const { mailbox_id } of senderShares(row))
        atWork.set(`${account} ${mailbox_id}`, { account, mailbox_id });
  }
  return [...atWork.values()];
}

/** Two nodes may try, but only one of them moves it. */
function startScheduled(ctx: Platform, key: { user_id: string; id: string }): Promise<void> {
  return ctx.write(async (ctx) => {
    if (await transitionCampaign(ctx, key, { from: ["scheduled"], to: "preparing" }))
      await enqueueLaunch(ctx, { account: key.user_id, id: key.id });
  });
}

/**
 * At a start, a killed process's jobs still count as running, so their keys are taken. With the embedded
 * database, leases are those of a process that's gone, unless this one has begun already.
 */
export async function resumeAfterRestart(platform: Platform): Promise<void> {
  if (platform.database.kind === "pglite")
    await updateOrphanLeasesAsExpired(platform.db, [...leaseHolders(platform)]);
  await holdOverdue(platform);
  await startDue(platform);
  for (const mailbox of await listMailboxesAtWork(platform)) await enqueueSend(platform, mailbox);
}
