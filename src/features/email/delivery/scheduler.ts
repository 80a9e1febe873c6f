/* What goes out, and what a process that ended left behind. Every minute, and at every start. */
import { addHours } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { heartbeat, holdOverdue } from "./downtime-guard.ts";
import { updateCanceledAsSkipped } from "./send/ledger-store.ts";
import { batchLedger } from "./send/send.ts";
import { continueLedger, endOrphanLeases } from "./worker/worker.ts";

const CANCELED_LOOKED_AT_HOURS = 24;

/** Goes on with what should be going out. */
export async function continueSending(platform: Platform): Promise<void> {
  await heartbeat(platform);
  await continueBatches(platform, { isStart: false });
}

export async function resumeAfterRestart(platform: Platform): Promise<void> {
  await endOrphanLeases(platform, batchLedger);
  await holdOverdue(platform);
  await continueBatches(platform, { isStart: true });
}

async function continueBatches(platform: Platform, options: { isStart: boolean }): Promise<void> {
  await continueLedger(platform, batchLedger, options);
  await updateCanceledAsSkipped(platform.db, addHours(platform.now(), -CANCELED_LOOKED_AT_HOURS));
}
