import { setTimeout as wait } from "node:timers/promises";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import {
  findOwnMailbox,
  hasReachedServer,
  openSender,
  reserveReceivers,
  reserveSends,
  settleReceivers,
  settleSends,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { MAILS_PER_MINUTE, SENDING } from "#src/features/email/sending-accounts/settings.ts";
import { concurrentSends } from "#src/features/email/templates/rules.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { tellListeners } from "../batch-listener.ts";
import { listSendingThrough, lockBatch, updateBatchState } from "../batch-store.ts";
import { ensureGuarded } from "../downtime-guard.ts";
import { findMailCap } from "../frequency-cap-store.ts";
import { LEASE_RENEWED_EVERY_MS, LEASED_ROWS, RECONNECT_SECONDS, WORKERS_PER_ACCOUNT_MAX } from "../rules.ts";
import { attemptDelivery } from "./attempt.ts";
import { failOver } from "./failover.ts";
import {
  claimDeliveries,
  findNextDue,
  isDone,
  type LeasedRow,
  updateCanceledAsSkipped,
  updateLeaseExpiry,
  updateLeasesAsExpired,
  updateLeasesAsReleased,
  updateThrottledDueAt,
} from "./ledger-store.ts";
import { type AttemptResult, recordOutcome } from "./outcome.ts";
import { enqueueSend, leaseHolders, type OneMailbox, sendJob } from "./send.ts";
import { createSendWorker, type SendWorker } from "./send-worker-state.ts";
import { senderShares } from "./sender-split.ts";

/** After this long, a worker makes room for those of other sending accounts. */
const LOOP_MS_MAX = 60_000;
/** An account with enough workers tries again after this. */
const OTHERS_FIRST_SECONDS = 5;
/** Shorter waits for a limit are waited out. */
const ROOM_WAITED_MS = 3_000;

/** The sending accounts with a worker in this process. Set to true while more work may be due. */
const activeWorkers = processLocal(() => new Map<string, boolean>());

/**
 * Sends messages due through one sending account, until there are none, or others need their turn. There's
 * one worker per process and account, and so one pool of connections: a second call makes the running one
 * look again.
 */
export async function runSendWorker(platform: Platform, mailbox: OneMailbox): Promise<void> {
  const loops = activeWorkers(platform);
  const key = `${mailbox.account} ${mailbox.mailbox_id}`;
  const isRunning = loops.has(key);
  const ofAccount = [...loops.keys()].filter((other) => other.startsWith(`${mailbox.account} `)).length;
  if (!isRunning && ofAccount >= WORKERS_PER_ACCOUNT_MAX)
    return enqueueSend(platform, mailbox, { delaySeconds: OTHERS_FIRST_SECONDS });
  loops.set(key, isRunning);
  if (isRunning) return;
  try {
    do {
      loops.set(key, false);
      await runLoop(platform, mailbox);
    } while (loops.get(key) && !platform.abortSignal.aborted);
  } finally {
    loops.delete(key);
  }
}

async function runLoop(platform: Platform, { account, mailbox_id }: OneMailbox): Promise<void> {
  // Every minute's tick looks again.
  if (!platform.settings.get(SENDING)) return;
  const ctx = systemCtx(platform, { job: sendJob.name, account });
  const mailbox = await findOwnMailbox(ctx, mailbox_id);
  if (!mailbox) return failOverAndEnqueue(ctx, mailbox_id);
  await ensureGuarded(platform);
  await updateLeasesAsExpired(ctx.db, ctx.now());
  const sender = await openSender(ctx, { account, id: mailbox_id });
  const loop = createSendWorker(ctx, { mailbox, sender, until: performance.now() + LOOP_MS_MAX });
  leaseHolders(platform).add(loop.worker);
  const renewal = setInterval(() => {
    updateLeaseExpiry(ctx.db, { account, worker: loop.worker, now: ctx.now() }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "leases not renewed"),
    );
  }, LEASE_RENEWED_EVERY_MS);
  try {
    const next = await sendBatches(loop);
    await finishBatches(loop);
    if (next !== undefined) await enqueueSend(ctx, { account, mailbox_id }, { delaySeconds: next });
  } finally {
    clearInterval(renewal);
    await updateLeasesAsReleased(ctx.db, { account, worker: loop.worker });
    leaseHolders(platform).delete(loop.worker);
    await updateCanceledAsSkipped(ctx.db, addHours(ctx.now(), -1));
    await sender.close();
  }
  await failOverAndEnqueue(ctx, mailbox_id);
}

/** Messages of a sending account that can't send until someone fixes it move to the batch's others. */
async function failOverAndEnqueue(ctx: Ctx, mailbox_id: string): Promise<void> {
  for (const other of await failOver(ctx, mailbox_id))
    await enqueueSend(ctx, { account: ctx.account, mailbox_id: other });
}

/** Returns the seconds until the next round, or undefined if only a change can make more work. */
async function sendBatches(loop: SendWorker): Promise<number | undefined> {
  const { ctx, mailbox, worker } = loop;
  while (!ctx.abortSignal.aborted) {
    if (isOver(loop)) return 0;
    const own = { account: ctx.account, worker, now: ctx.now() };
    const rows = await claimDeliveries(ctx.db, { ...own, mailbox_id: mailbox.id, rows: LEASED_ROWS });
    await readBatches(loop);
    if (rows.length === 0) return secondsUntilNextDue(loop);
    const left = await sendWithinLimits(loop, rows);
    if (left !== undefined) return left;
  }
  return 0;
}

const isOver = ({ ctx, until }: SendWorker) =>
  ctx.abortSignal.aborted || performance.now() > until || !ctx.settings.get(SENDING);

/**
 * Loads batches that aren't loaded yet. Messages paused since then stay leased until the worker ends or
 * looks again.
 */
async function readBatches(loop: SendWorker): Promise<void> {
  const { ctx, mailbox } = loop;
  const rows = await listSendingThrough(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  // A snapshot keeps its identity, because the parsed template is cached by it.
  for (const row of rows) if (!loop.batches.has(row.id)) loop.batches.set(row.id, row);
  loop.cap = await findMailCap(ctx.db, ctx.account);
}

/** Sends as many as the sending account's limits allow. Returns when to continue if they allow no more. */
async function sendWithinLimits(loop: SendWorker, rows: LeasedRow[]): Promise<number | undefined> {
  const { ctx, mailbox } = loop;
  const waiting = [...rows];
  const isPaced =
    mailbox.kind === "gmail" ||
    [mailbox.per_second, mailbox.per_minute, ctx.settings.get(MAILS_PER_MINUTE)].some(Boolean);
  while (waiting.length > 0) {
    if (isOver(loop)) return 0;
    const now = ctx.now();
    const key = { account: ctx.account, id: mailbox.id };
    // Reservations count immediately, so short limits are used in small steps.
    const some = await deferThrottled(
      loop,
      waiting.splice(0, isPaced ? CONNECTIONS_MAX : waiting.length),
      now,
    );
    const { granted, next_at } = await reserveSends(ctx, key, some.length, now);
    const gone = new Set<LeasedRow>();
    try {
      await sendConcurrently(loop, some.slice(0, granted), gone);
    } finally {
      const over = { from: now, to: ctx.now() };
      if (isPaced || gone.size < granted) await settleSends(ctx, key, { ...over, granted, used: gone.size });
      const hosts = some.map((row) => ({ host: row.host, isGone: gone.has(row) }));
      await settleReceivers(ctx, key, { ...over, hosts });
    }
    waiting.unshift(...some.slice(granted));
    if (waiting.length === 0) return undefined;
    // The account isn't ready. A change of its state starts a worker again.
    if (next_at === null && granted < some.length) return RECONNECT_SECONDS * 6;
    const ms = next_at === null ? 0 : Date.parse(next_at) - ctx.now().getTime();
    if (ms > ROOM_WAITED_MS) return Math.ceil(ms / 1000);
    await wait(Math.max(ms, 0), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
  return undefined;
}

/** Returns messages whose receivers aren't throttled. The others wait for their turn. */
async function deferThrottled(
  { ctx, mailbox, worker }: SendWorker,
  rows: LeasedRow[],
  now: Date,
): Promise<LeasedRow[]> {
  const { account } = ctx;
  const hosts = rows.map(({ host }) => host);
  const turns = await reserveReceivers(ctx, { account, id: mailbox.id }, { hosts, now });
  const late = rows.flatMap((row, place) => {
    const due_at = turns[place];
    return due_at ? { ...row, due_at } : [];
  });
  if (late.length > 0) await updateThrottledDueAt(ctx.db, { account, worker }, late);
  return rows.filter((_, place) => turns[place] === null);
}

/**
 * Adds to `gone` the messages that the server saw: skipped, paused, and unsent ones don't count. Messages
 * that didn't get their turn wait for the next worker.
 */
async function sendConcurrently(loop: SendWorker, rows: LeasedRow[], gone: Set<LeasedRow>): Promise<void> {
  let next = 0;
  const slot = async () => {
    let answered: AttemptResult | undefined;
    while (next < rows.length && !isOver(loop)) {
      const row = rows[next++] as LeasedRow;
      const batch = loop.batches.get(row.batch_id);
      if (!batch) continue;
      const noted = answered && recordOutcome(loop, answered);
      // The consequences of a refusal come first. Otherwise, one commit records the outcome and begins the
      // next message.
      if (!answered?.answer.accepted) await noted;
      const [begun] = await Promise.all([loop.begin(row), noted]);
      answered = begun && (await attemptDelivery(loop, row, { batch, begun }));
      if (answered && hasReachedServer(answered.answer)) gone.add(row);
    }
    if (answered) await recordOutcome(loop, answered);
  };
  const files = rows.map(({ batch_id }) => loop.batches.get(batch_id)?.snapshot.attachments);
  await Promise.all(
    Array.from({ length: Math.min(concurrentSends(CONNECTIONS_MAX, files), rows.length) }, slot),
  );
}

/** Returns the seconds until the next message is due, or undefined if none waits for its time. */
async function secondsUntilNextDue({ ctx, mailbox, batches }: SendWorker): Promise<number | undefined> {
  const waits: number[] = [];
  for (const row of batches.values()) {
    const share = senderShares(row).find(({ mailbox_id }) => mailbox_id === mailbox.id);
    const due_at = share && (await findNextDue(ctx.db, { ...row, via: share.via }));
    if (due_at !== undefined) waits.push((Date.parse(due_at) - ctx.now().getTime()) / 1000);
  }
  const next = Math.min(...waits);
  return next > 0 && Number.isFinite(next) ? Math.ceil(next) : undefined;
}

/** Ends batches with nothing left to do. */
async function finishBatches({ ctx, batches, worker }: SendWorker): Promise<void> {
  await updateLeasesAsReleased(ctx.db, { account: ctx.account, worker });
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
