/* What goes out, and what a process that ended left behind. Every minute, and at every start. */
import { addHours } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { listSendingMailboxes } from "./batch-store.ts";
import { heartbeat, holdOverdue } from "./downtime-guard.ts";
import {
  updateCanceledAsSkipped,
  updateLeasesAsExpired,
  updateOrphanLeasesAsExpired,
} from "./send/ledger-store.ts";
import { enqueueSend, leaseHolders, sendJob } from "./send/send.ts";

const CANCELED_LOOKED_AT_HOURS = 24;

/** Goes on with what should be going out. */
export async function continueSending(platform: Platform): Promise<void> {
  await heartbeat(platform);
  await settleLeftovers(platform);
  for (const mailbox of await listSendingMailboxes(platform.db))
    await platform.enqueue(sendJob, mailbox, { key: `${mailbox.account} ${mailbox.mailbox_id}` });
}

/**
 * At a start, a killed process's jobs still count as running, so their keys are taken. With the embedded
 * database, leases are those of a process that's gone, unless this one has begun already.
 */
export async function resumeAfterRestart(platform: Platform): Promise<void> {
  if (platform.database.kind === "pglite")
    await updateOrphanLeasesAsExpired(platform.db, [...leaseHolders(platform)]);
  await holdOverdue(platform);
  await settleLeftovers(platform);
  for (const mailbox of await listSendingMailboxes(platform.db)) await enqueueSend(platform, mailbox);
}

async function settleLeftovers({ db, now }: Platform): Promise<void> {
  await updateLeasesAsExpired(db, now());
  await updateCanceledAsSkipped(db, addHours(now(), -CANCELED_LOOKED_AT_HOURS));
}
