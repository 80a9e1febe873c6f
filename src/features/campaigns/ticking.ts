/* What's due: schedules, and what a process that ended left behind. Every minute, and at every start. */

import { addHours } from "#src/lib/time.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import { findRules } from "./approval-store.ts";
import { holdLate, lookAfter } from "./late-waves.ts";
import { endLeasesOfOthers, expireLeases } from "./lease-store.ts";
import { skipCanceled } from "./ledger-store.ts";
import { missCampaign, moveCampaign } from "./moving.ts";
import { prepareSoon } from "./preparing.ts";
import { isMissed } from "./rules.ts";
import { sendJob, sendSoon, workersOf } from "./sending.ts";
import { listDue, listWaiting } from "./store.ts";
import { waysOf } from "./way-rules.ts";

const STARTED_AT_ONCE = 100;
const CANCELED_LOOKED_AT_HOURS = 24;

/** Starts what's scheduled by now, and goes on with what should be going on. */
export async function tick(platform: Platform): Promise<void> {
  await lookAfter(platform);
  await startDue(platform);
  for (const { account, mailbox_id } of await listMailboxesAtWork(platform))
    await platform.enqueue(sendJob, { account, mailbox_id }, { key: `${account} ${mailbox_id}` });
}

async function startDue(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await expireLeases(db, now());
  await skipCanceled(db, addHours(now(), -CANCELED_LOOKED_AT_HOURS));
  for (const { user_id, id, scheduled_at } of await listDue(db, now().toISOString(), STARTED_AT_ONCE)) {
    const key = { user_id, id };
    const { late_minutes } = await findRules(db, user_id);
    if (scheduled_at !== null && isMissed(scheduled_at, now(), late_minutes))
      await missCampaign(platform, key);
    else await startScheduled(systemCtx(platform, { job: "campaigns.tick", account: user_id }), key);
  }
}

/** The sending accounts that campaigns go out through. Those that aren't so far yet are prepared. */
async function listMailboxesAtWork(platform: Platform): Promise<{ account: string; mailbox_id: string }[]> {
  const atWork = new Map<string, { account: string; mailbox_id: string }>();
  for (const row of await listWaiting(platform.db)) {
    const { user_id: account, id, state } = row;
    if (state === "preparing") await prepareSoon(platform, { account, id });
    else
      for (const { mailbox_id } of waysOf(row))
        atWork.set(`${account} ${mailbox_id}`, { account, mailbox_id });
  }
  return [...atWork.values()];
}

/** Two nodes may try. One of them moves it. */
function startScheduled(ctx: Platform, key: { user_id: string; id: string }): Promise<void> {
  return ctx.write(async (ctx) => {
    if (await moveCampaign(ctx, key, { from: ["scheduled"], to: "preparing" }))
      await prepareSoon(ctx, { account: key.user_id, id: key.id });
  });
}

/**
 * At a start, a killed process's jobs still count as running, so their keys are taken. With the embedded
 * database, leases are those of a process that's gone, unless this one has begun already.
 */
export async function goOn(platform: Platform): Promise<void> {
  if (platform.database.kind === "pglite") await endLeasesOfOthers(platform.db, [...workersOf(platform)]);
  await holdLate(platform);
  await startDue(platform);
  for (const mailbox of await listMailboxesAtWork(platform)) await sendSoon(platform, mailbox);
}
