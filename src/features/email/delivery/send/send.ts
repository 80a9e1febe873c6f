/* Batches as a ledger: what a worker sends of them, who still gets it, and when a batch is done. */
import { setTimeout as wait } from "node:timers/promises";
import { toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { addHours } from "#src/lib/time.ts";
import type { Ctx, Platform } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { retryOnConflict } from "#src/platform/db/retry.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { tellListeners } from "../batch-listener.ts";
import {
  listBatchMailboxIds,
  listSendingMailboxes,
  listSendingThrough,
  lockBatch,
  updateBatchState,
} from "../batch-store.ts";
import { pauseBatch } from "../circuit-breaker.ts";
import {
  findMailCap,
  hasFrequencyLimit,
  lockContacts,
  type MailCap,
  updateCappedAsDeferred,
} from "../frequency-cap-store.ts";
import { type Begun, type Ledger, type Message, type OneMailbox, oneMailbox } from "../ledger.ts";
import { LEASED_ROWS, RECONNECT_SECONDS, SLOW_RENDER_MS, SLOW_RENDERS_MAX, spread } from "../rules.ts";
import { snapshotFor } from "../snapshot.ts";
import { failOver } from "./failover.ts";
import {
  type Claimed,
  DELIVERIES,
  findNextDue,
  isDone,
  type LeasedRow,
  updateCanceledAsSkipped,
} from "./ledger-store.ts";
import { afterOutcome, feedbackAlong, type OutcomeContext } from "./outcome.ts";
import { writeMessage } from "./personalization.ts";
import { senderShares } from "./sender-split.ts";

export { type SenderShare, versionSenders } from "./sender-split.ts";
export { type BatchSender, canSend, loadSenders } from "./senders.ts";

const sendJob: JobType<OneMailbox> = { name: "delivery.send", class: "sending", data: oneMailbox };

/** Starts a worker for a sending account. */
export function enqueueSend(ctx: Platform, mailbox: OneMailbox): Promise<void> {
  return ctx.enqueue(sendJob, mailbox);
}

/** Starts a worker for each of a batch's sending accounts. */
export async function enqueueBatchSends(ctx: Ctx, id: string): Promise<void> {
  const { account } = ctx;
  for (const mailbox_id of await listBatchMailboxIds(ctx.db, { user_id: account, id }))
    await enqueueSend(ctx, { account, mailbox_id });
}

export const batchLedger: Ledger<LeasedRow> = {
  job: sendJob,
  table: DELIVERIES,
  leasedRows: LEASED_ROWS,
  reconnectSeconds: RECONNECT_SECONDS,
  listMailboxes: (db) => listSendingMailboxes(db),
  /** Messages of a sending account that can't send until someone fixes it move to the batch's others. */
  async failOver(ctx, mailbox_id) {
    for (const other of await failOver(ctx, mailbox_id))
      await enqueueSend(ctx, { account: ctx.account, mailbox_id: other });
  },
  open(run) {
    const open: OpenBatches = {
      run,
      batches: new Map(),
      refusals: new Map(),
      cap: { per_day: null, per_week: null },
      slow: new Map(),
    };
    return {
      load: () => readBatches(open),
      commit: (rows, commit) => commitWithinCaps(open, rows, commit),
      attachmentsOf: ({ batch_id, variant }) => {
        const batch = open.batches.get(batch_id);
        return batch && snapshotFor(batch, variant).attachments;
      },
      write: (row, begun) => write(open, row, begun),
      spread: ({ contact_id }, seconds) => spread(seconds, contact_id),
      along: feedbackAlong,
      after: (answered, outcome) => afterOutcome(open, answered, outcome),
      nextDue: () => secondsUntilNextDue(open),
      finish: () => finishBatches(open),
      close: () => updateCanceledAsSkipped(run.ctx.db, addHours(run.ctx.now(), -1)),
    };
  },
};

/** The batches that one run of a worker sends. */
interface OpenBatches extends OutcomeContext {
  cap: MailCap;
  /** The number of consecutive slow renderings, by batch. */
  slow: Map<string, number>;
}

/**
 * Loads batches that aren't loaded yet. Messages paused since then stay leased until the worker ends or
 * looks again.
 */
async function readBatches(open: OpenBatches): Promise<void> {
  const { ctx, mailbox } = open.run;
  const rows = await listSendingThrough(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  // A snapshot keeps its identity, because the parsed template is cached by it.
  for (const row of rows) if (!open.batches.has(row.id)) open.batches.set(row.id, row);
  open.cap = await findMailCap(ctx.db, ctx.account);
}

/** Messages beyond someone's cap wait or are skipped, which takes a transaction with locked contacts. */
async function commitWithinCaps<T>(
  { run, cap, batches }: OpenBatches,
  rows: LeasedRow[],
  commit: (db: Db, messages: LeasedRow[]) => Promise<T>,
): Promise<T> {
  const { ctx, worker } = run;
  const messages = rows.filter(({ batch_id }) => batches.has(batch_id));
  const isCapped = cap.per_day !== null || cap.per_week !== null;
  const mayWait = isCapped || messages.some(({ batch_id }) => batches.get(batch_id)?.rest_hours != null);
  if (!(mayWait || (await hasFrequencyLimit(ctx.db, ctx.account, messages))))
    return retryOnConflict(() => commit(ctx.db, messages));
  return ctx.write(async (ctx) => {
    await lockContacts(ctx.db, ctx.account, messages);
    const own = { account: ctx.account, worker, now: ctx.now(), cap };
    if (mayWait) await updateCappedAsDeferred(ctx.db, own, messages);
    return commit(ctx.db, messages);
  });
}

async function write(open: OpenBatches, row: LeasedRow, begun: Begun): Promise<Message> {
  const { ctx, mailbox } = open.run;
  const batch = open.batches.get(row.batch_id);
  if (!batch) throw new Error("Only messages of known batches begin.");
  const contact = toMergeContact((begun as unknown as Claimed).contact);
  const snapshot = snapshotFor(batch, row.variant);
  const { ms, ...message } = await writeMessage(ctx, { batch, snapshot, mailbox, contact });
  await throttleRendering(open, batch, ms);
  return message;
}

/** Rendering blocks the process, so after a slow one, others get the same amount of time. */
async function throttleRendering(
  { run, slow }: OpenBatches,
  { id, user_id }: { id: string; user_id: string },
  ms: number,
): Promise<void> {
  if (ms <= SLOW_RENDER_MS) return void slow.delete(id);
  slow.set(id, (slow.get(id) ?? 0) + 1);
  await wait(ms);
  if (slow.get(id) === SLOW_RENDERS_MAX)
    await pauseBatch(run.ctx, { user_id, id }, "It takes too long to write. Use fewer loops and conditions.");
}

/** Returns the seconds until the next message is due, or undefined if none waits for its time. */
async function secondsUntilNextDue({ run, batches }: OpenBatches): Promise<number | undefined> {
  const { ctx, mailbox } = run;
  const waits: number[] = [];
  for (const row of batches.values()) {
    const share = senderShares(row).find(({ mailbox_id }) => mailbox_id === mailbox.id);
    const due_at = share && (await findNextDue(ctx.db, { ...row, sender_index: share.sender_index }));
    if (due_at !== undefined) waits.push((Date.parse(due_at) - ctx.now().getTime()) / 1000);
  }
  const next = Math.min(...waits);
  return next > 0 && Number.isFinite(next) ? Math.ceil(next) : undefined;
}

/** Ends batches with nothing left to do. */
async function finishBatches({ run: { ctx }, batches }: OpenBatches): Promise<void> {
  for (const { user_id, id } of batches.values()) {
    const key = { user_id, id };
    if (!(await isDone(ctx.db, key))) continue;
    // Someone may be adding recipients right now, which locks the batch.
    await ctx.write(async (ctx) => {
      await lockBatch(ctx.db, key);
      if (!(await isDone(ctx.db, key))) return;
      if (await updateBatchState(ctx.db, key, { from: "sending", to: "done", now: ctx.now() }))
        await tellListeners((listener) => listener.done(ctx, key));
    });
  }
}
