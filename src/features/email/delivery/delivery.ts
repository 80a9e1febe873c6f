/*
 * Delivery: the one way out for e-mail to many. Whoever sends some (campaigns) makes a batch of it, gives each recipient a
 * row in the ledger, and pauses or cancels it. `send/` hands messages over, `tracking/` counts opens and clicks,
 * `feedback/` notes what comes back, and `metrics/` adds it up. What a batch comes to by itself, its sender hears of as
 * a `BatchListener`. Contacts and what they agreed to belong to `contacts`, sending accounts and their limits to `sending-accounts`.
 */
import { restartProbation } from "#src/features/email/sending-accounts/sending-accounts.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import {
  type BatchKey,
  type BatchRow,
  deleteBatchRows,
  insertBatch,
  updateBatchState,
  updateLateMinutes,
} from "./batch-store.ts";
import { updateHeld } from "./downtime-guard-store.ts";
import type { BatchState } from "./rules.ts";
import { findLastSent, updateForRetry, updateWaitingAsSkipped } from "./send/ledger-store.ts";

export { type BatchListener, registerBatchListeners } from "./batch-listener.ts";
export { type BatchKey, findBatch, listBatchFiles } from "./batch-store.ts";
export { ensureGuarded } from "./downtime-guard.ts";
export {
  type Feedback,
  type FeedbackResult,
  findLatestTo,
  findSentInThread,
  findSentMessage,
  recordFeedback,
} from "./feedback/feedback.ts";
export { getMailCap, setMailCap } from "./frequency-cap.ts";
export { findMailCap, upsertMailCap } from "./frequency-cap-store.ts";
export { allowAccount, getSending, stopAccount, stopSending } from "./kill-switch.ts";
export { enqueueBatchSends } from "./send/send.ts";

type NewBatch = Pick<
  BatchRow,
  | "id"
  | "topic"
  | "tracking"
  | "mailbox_ids"
  | "shares"
  | "snapshot"
  | "via_recipients"
  | "rest_hours"
  | "late_minutes"
>;

/** Starts a batch, in the transaction that gives its recipients their rows. */
export function startBatch(ctx: Ctx, batch: NewBatch): Promise<void> {
  const at = ctx.now().toISOString();
  return insertBatch(ctx.db, { ...batch, user_id: ctx.account, started_at: at, looked_at: at });
}

/** Has a batch go on, wait, or end. Nobody who still waits gets a canceled one. */
export async function moveBatch({ db, now }: Platform, key: BatchKey, to: BatchState): Promise<void> {
  await updateBatchState(db, key, { to, now: now() });
  if (to === "canceled") await updateWaitingAsSkipped(db, key);
}

/** Has failed messages tried again, except to dead addresses, or those that may have arrived. Returns how many. */
export function retryBatch(
  ctx: Ctx,
  { id, state }: { id: string; state: "failed" | "uncertain" },
): Promise<number> {
  return updateForRetry(ctx.db, { user_id: ctx.account, id, state, now: ctx.now().toISOString() });
}

/** What's held because it's late goes out now, or not at all. Returns how many. */
export function decideHeld(
  ctx: Ctx,
  { id, action }: { id: string; action: "send" | "skip" },
): Promise<number> {
  return updateHeld(ctx.db, { user_id: ctx.account, id }, { action, now: ctx.now() });
}

/** Deletes a batch that's over, with all that came of it. */
export async function deleteBatch(ctx: Ctx, id: string): Promise<void> {
  const key = { user_id: ctx.account, id };
  const last = await findLastSent(ctx.db, key);
  if (last !== undefined) await restartProbation(ctx, ctx.account, last);
  await deleteBatchRows(ctx.db, key);
}

/** Settles how late e-mail still goes out unasked, also what's going out already. */
export function setLateMinutes(ctx: Ctx, late_minutes: number): Promise<void> {
  return updateLateMinutes(ctx.db, ctx.account, late_minutes);
}
