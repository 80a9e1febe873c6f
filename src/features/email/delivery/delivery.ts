/*
 * Delivery: the one send engine. A slice that sends to many creates a batch, gives each recipient a row in the ledger, and
 * pauses or cancels the batch; one that sends single messages keeps a `Ledger` of its own. `worker/` sends what's in
 * either, `send/` knows batches, `tracking/` counts opens and clicks, `feedback/` records what comes back, and `metrics/`
 * adds it up. A `BatchListener` learns of changes that nobody asked for. Contacts and what they agreed to belong to
 * `contacts`, sending accounts and their limits to `sending-accounts`.
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
import {
  findLastSent,
  updateForRetry,
  updateWaitingAsSkipped,
  updateWaitingToAsSkipped,
} from "./send/ledger-store.ts";

export { type BatchListener, registerBatchListeners } from "./batch-listener.ts";
export { type BatchKey, findBatch, insertBatch, listBatchFiles, lockBatch } from "./batch-store.ts";
export { ensureGuarded } from "./downtime-guard.ts";
export {
  type Feedback,
  type FeedbackResult,
  findLatestTo,
  findSentInThread,
  findSentMessage,
  messageNamed,
  recordFeedback,
} from "./feedback/feedback.ts";
export { getMailCap, setMailCap } from "./frequency-cap.ts";
export { findMailCap, upsertMailCap } from "./frequency-cap-store.ts";
export {
  insertPast,
  listContactIds,
  type PastClickRow,
  type PastDeliveryRow,
  type PastReturnRow,
  updateAsPast,
} from "./import-store.ts";
export { allowAccount, getSending, stopAccount, stopSending } from "./kill-switch.ts";
export {
  countProgress,
  listDeliveryBatches,
  listDeliveryRows,
  listWaits,
  type ProgressCounts,
  type WaitRow,
} from "./progress-store.ts";
export { countRecipients, insertRecipients, type RecipientCount } from "./recipients-store.ts";
export {
  type BatchSender,
  canSend,
  enqueueBatchSends,
  loadSenders,
  type SenderShare,
  versionSenders,
} from "./send/send.ts";
export type { SenderSplit } from "./send/sender-assignment-store.ts";
export { upsertOpen } from "./tracking/tracking-store.ts";
export { rollOutVariant, stopVariant } from "./variants.ts";

type NewBatch = Pick<
  BatchRow,
  | "id"
  | "topic"
  | "tracking"
  | "mailbox_ids"
  | "shares"
  | "snapshot"
  | "sender_recipients"
  | "rest_hours"
  | "late_minutes"
> &
  Partial<Pick<BatchRow, "variants">>;

/** Starts a batch, in the transaction that gives its recipients their rows. */
export function startBatch(ctx: Ctx, batch: NewBatch): Promise<void> {
  const at = ctx.now().toISOString();
  return insertBatch(ctx.db, { ...batch, user_id: ctx.account, started_at: at, looked_at: at });
}

/** Resumes, pauses, or ends a batch. Waiting messages of a canceled batch are never sent. */
export async function moveBatch({ db, now }: Platform, key: BatchKey, to: BatchState): Promise<void> {
  await updateBatchState(db, key, { to, now: now() });
  if (to === "canceled") await updateWaitingAsSkipped(db, key);
}

/** Skips what still waits in some batches for some contacts. */
export async function skipWaiting(
  ctx: Ctx,
  to: { batch_ids: readonly string[]; contact_ids: readonly string[] },
): Promise<void> {
  if (to.batch_ids.length > 0 && to.contact_ids.length > 0)
    await updateWaitingToAsSkipped(ctx.db, { user_id: ctx.account, ...to });
}

/** Retries failed messages, except to dead addresses and those that may have arrived. Returns the number of retries. */
export function retryBatch(
  ctx: Ctx,
  { id, state }: { id: string; state: "failed" | "uncertain" },
): Promise<number> {
  return updateForRetry(ctx.db, { user_id: ctx.account, id, state, now: ctx.now().toISOString() });
}

/** Releases or skips messages that are held because they're late. Returns their number. */
export function decideHeld(
  ctx: Ctx,
  { id, action }: { id: string; action: "send" | "skip" },
): Promise<number> {
  return updateHeld(ctx.db, { user_id: ctx.account, id }, { action, now: ctx.now() });
}

/** Deletes a finished batch with its messages and figures. */
export async function deleteBatch(ctx: Ctx, id: string): Promise<void> {
  const key = { user_id: ctx.account, id };
  const last = await findLastSent(ctx.db, key);
  if (last !== undefined) await restartProbation(ctx, ctx.account, last);
  await deleteBatchRows(ctx.db, key);
}

/** Sets how late e-mail may go out on its own, including batches under way. */
export function setLateMinutes(ctx: Ctx, late_minutes: number): Promise<void> {
  return updateLateMinutes(ctx.db, ctx.account, late_minutes);
}
