/*
 * The worker that sends a ledger's messages through one sending account: it leases what's due, keeps to the limits, attempts
 * each delivery, and commits the outcome with the start of the next.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { CONNECTIONS_MAX, PAUSED_AGAIN_SECONDS } from "#src/features/email/sending-accounts/rules.ts";
import {
  findOwnMailbox,
  findPaused,
  hasReachedServer,
  openSender,
  reserveReceivers,
  reserveSends,
  settleReceivers,
  settleSends,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { MAILS_PER_MINUTE, SENDING } from "#src/features/email/sending-accounts/settings.ts";
import { concurrentSends } from "#src/features/email/templates/rules.ts";
import { microBatch } from "#src/lib/micro-batch.ts";
import { addSeconds } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { Db } from "#src/platform/db/database.ts";
import { retryOnConflict } from "#src/platform/db/retry.ts";
import { processLocal } from "#src/platform/process-local.ts";
import { ensureGuarded } from "../downtime-guard.ts";
import type {
  Answered,
  Begun,
  LeasedMessage,
  Ledger,
  MessageSource,
  OneMailbox,
  SendRun,
} from "../ledger.ts";
import {
  LEASE_RENEWED_EVERY_MS,
  type Outcome,
  RECEIVER_PAUSED_NOTICE,
  WORKERS_PER_ACCOUNT_MAX,
} from "../rules.ts";
import { attemptDelivery, judgeAnswer } from "./attempt.ts";
import {
  claimMessages,
  updateDueAt,
  updateLeaseExpiry,
  updateLeasesAsExpired,
  updateLeasesAsReleased,
  updateOrphanLeasesAsExpired,
  updateOutcomesAndClaim,
} from "./message-store.ts";

/** After this long, a worker makes room for those of other sending accounts. */
const LOOP_MS_MAX = 60_000;
/** An account with enough workers tries again after this. */
const OTHERS_FIRST_SECONDS = 5;
/** Shorter waits for a limit are waited out. */
const ROOM_WAITED_MS = 3_000;
/** A sending account that isn't ready is looked at again after this. A change of its state starts a worker, too. */
const NOT_READY_SECONDS = 60;

/** The workers in this process, by ledger and sending account. Set to true while more work may be due. */
const activeWorkers = processLocal(() => new Map<string, boolean>());

/** The workers of this process that hold leases, or may soon. */
export const leaseHolders = processLocal(() => new Set<string>());

/** Starts workers for what a ledger has to send, once leases that nobody renews have ended. */
export async function continueLedger<Row extends LeasedMessage>(
  platform: Platform,
  ledger: Ledger<Row>,
  { isStart }: { isStart: boolean },
): Promise<void> {
  const { db, now } = platform;
  await updateLeasesAsExpired(db, ledger.table, now());
  for (const mailbox of await ledger.listMailboxes(db, now())) {
    // At a start, a killed process's jobs still count as running, so their keys are taken.
    const options = isStart ? {} : { key: `${mailbox.account} ${mailbox.mailbox_id}` };
    await platform.enqueue(ledger.job, mailbox, options);
  }
}

/** With the embedded database, leases are those of a process that's gone, unless this one has begun already. */
export async function endOrphanLeases<Row extends LeasedMessage>(
  platform: Platform,
  { table }: Ledger<Row>,
): Promise<void> {
  if (platform.database.kind === "pglite")
    await updateOrphanLeasesAsExpired(platform.db, table, [...leaseHolders(platform)]);
}

/**
 * Sends a ledger's messages due through one sending account, until there are none, or others need their turn.
 * There's one worker per process and account, and so one pool of connections: a second call makes the running
 * one look again.
 */
export async function runWorker<Row extends LeasedMessage>(
  platform: Platform,
  ledger: Ledger<Row>,
  mailbox: OneMailbox,
): Promise<void> {
  const workers = activeWorkers(platform);
  const ofAccount = `${ledger.job.name} ${mailbox.account} `;
  const key = ofAccount + mailbox.mailbox_id;
  const isRunning = workers.has(key);
  const others = [...workers.keys()].filter((other) => other.startsWith(ofAccount)).length;
  if (!isRunning && others >= WORKERS_PER_ACCOUNT_MAX)
    return platform.enqueue(ledger.job, mailbox, { delaySeconds: OTHERS_FIRST_SECONDS });
  workers.set(key, isRunning);
  if (isRunning) return;
  try {
    do {
      workers.set(key, false);
      await runOnce(platform, ledger, mailbox);
    } while (workers.get(key) && !platform.abortSignal.aborted);
  } finally {
    workers.delete(key);
  }
}

/** What one run works with. */
interface Work<Row extends LeasedMessage> {
  run: SendRun;
  ledger: Ledger<Row>;
  source: MessageSource<Row>;
  /** Undefined if it mustn't go out, or not now. */
  begin(row: Row): Promise<Begun | undefined>;
  /** Runs `also` in the same transaction. */
  finish(ending: Ending<Row>, also?: (ctx: Ctx) => Promise<unknown>): Promise<void>;
}

async function runOnce<Row extends LeasedMessage>(
  platform: Platform,
  ledger: Ledger<Row>,
  { account, mailbox_id }: OneMailbox,
): Promise<void> {
  // Every minute's tick looks again.
  if (!platform.settings.get(SENDING)) return;
  const ctx = systemCtx(platform, { job: ledger.job.name, account });
  const mailbox = await findOwnMailbox(ctx, mailbox_id);
  if (!mailbox) return ledger.failOver(ctx, mailbox_id);
  await ensureGuarded(platform);
  await updateLeasesAsExpired(ctx.db, ledger.table, ctx.now());
  const sender = await openSender(ctx, { account, id: mailbox_id });
  const until = performance.now() + LOOP_MS_MAX;
  const run: SendRun = { ctx, worker: randomUUID(), mailbox, sender, until };
  const { worker } = run;
  const source = ledger.open(run);
  leaseHolders(platform).add(worker);
  const renewal = setInterval(() => {
    updateLeaseExpiry(ctx.db, ledger.table, { account, worker, now: ctx.now() }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "leases not renewed"),
    );
  }, LEASE_RENEWED_EVERY_MS);
  try {
    const next = await sendDue(workOf(run, ledger, source));
    await updateLeasesAsReleased(ctx.db, ledger.table, { account, worker });
    await source.finish?.();
    if (next !== undefined) await ctx.enqueue(ledger.job, { account, mailbox_id }, { delaySeconds: next });
  } finally {
    clearInterval(renewal);
    await updateLeasesAsReleased(ctx.db, ledger.table, { account, worker });
    leaseHolders(platform).delete(worker);
    await source.close?.();
    sender.close();
  }
  await ledger.failOver(ctx, mailbox_id);
}

interface Ending<Row> {
  row: Row;
  outcome: Outcome;
}
/** A commit about a message: its start, or its outcome. */
type Step<Row> = { begins: Row } | { ends: Ending<Row> };

function workOf<Row extends LeasedMessage>(
  run: SendRun,
  ledger: Ledger<Row>,
  source: MessageSource<Row>,
): Work<Row> {
  const { ctx, worker } = run;
  const commit = (db: Db, messages: Row[], endings: Ending<Row>[]) =>
    updateOutcomesAndClaim(db, ledger.table, {
      account: ctx.account,
      worker,
      now: ctx.now(),
      isStopped: !ctx.settings.get(SENDING),
      endings,
      messages,
    });
  const step = microBatch(async (steps: Step<Row>[]) => {
    const rows = steps.flatMap((one) => ("begins" in one ? one.begins : []));
    const endings = steps.flatMap((one) => ("ends" in one ? one.ends : []));
    const inTurn = (db: Db, messages: Row[]) => commit(db, messages, endings);
    const begun =
      source.commit && rows.length > 0
        ? await source.commit(rows, inTurn)
        : // The consequences of an outcome may be committing in a transaction at the same moment.
          await retryOnConflict(() => inTurn(ctx.db, rows));
    return steps.map((one) => ("begins" in one ? begun.get(one.begins) : undefined));
  });
  return {
    run,
    ledger,
    source,
    begin: (begins) => step({ begins }),
    async finish(ends, also) {
      if (!also) return void (await step({ ends }));
      await ctx.write(async (ctx) => {
        await commit(ctx.db, [], [ends]);
        await also(ctx);
      });
    },
  };
}

/** Returns the seconds until the next round, or undefined if only a change or the minute's tick makes more work. */
async function sendDue<Row extends LeasedMessage>(work: Work<Row>): Promise<number | undefined> {
  const { run, ledger, source } = work;
  const { ctx, mailbox, worker } = run;
  while (!ctx.abortSignal.aborted) {
    if (isOver(run)) return 0;
    const lease = {
      account: ctx.account,
      worker,
      mailbox_id: mailbox.id,
      now: ctx.now(),
      rows: ledger.leasedRows,
    };
    const rows = await claimMessages<Row>(ctx.db, ledger.table, lease);
    await source.load?.();
    if (rows.length === 0) return source.nextDue?.();
    const left = await sendWithinLimits(work, rows);
    if (left !== undefined) return left;
  }
  return 0;
}

const isOver = ({ ctx, until }: SendRun) =>
  ctx.abortSignal.aborted || performance.now() > until || !ctx.settings.get(SENDING);

/** Sends as many as the sending account's limits allow. Returns when to continue if they allow no more. */
async function sendWithinLimits<Row extends LeasedMessage>(
  work: Work<Row>,
  rows: Row[],
): Promise<number | undefined> {
  const { run, ledger } = work;
  const { ctx, mailbox, worker } = run;
  const waiting = [...rows];
  const isPaced =
    mailbox.kind === "gmail" ||
    [mailbox.per_second, mailbox.per_minute, ctx.settings.get(MAILS_PER_MINUTE)].some(Boolean);
  while (waiting.length > 0) {
    if (isOver(run)) return 0;
    const now = ctx.now();
    const key = { account: ctx.account, id: mailbox.id };
    // Reservations count immediately, so short limits are used in small steps.
    const some = await deferThrottled(
      work,
      waiting.splice(0, isPaced ? CONNECTIONS_MAX : waiting.length),
      now,
    );
    const { granted, next_at, is_new_account } = await reserveSends(ctx, key, some.length, now);
    const gone = new Set<Row>();
    try {
      await sendConcurrently(work, some.slice(0, granted), gone);
    } finally {
      const over = { from: now, to: ctx.now() };
      if (isPaced || gone.size < granted) await settleSends(ctx, key, { ...over, granted, used: gone.size });
      const hosts = some.map((row) => ({ host: row.host, isGone: gone.has(row) }));
      await settleReceivers(ctx, key, { ...over, hosts });
    }
    waiting.unshift(...some.slice(granted));
    if (waiting.length === 0) return undefined;
    const isReady = next_at !== null || granted === some.length;
    const at = next_at ?? (isReady ? now.toISOString() : addSeconds(ctx.now(), NOT_READY_SECONDS));
    const ms = Date.parse(at) - ctx.now().getTime();
    if (ms > ROOM_WAITED_MS) {
      if (ledger.newAccountNotice === undefined) return Math.ceil(ms / 1000);
      const said = is_new_account && { outcome: ledger.newAccountNotice };
      const late = waiting.map((row) => ({ row, due_at: at, ...said }));
      return void (await updateDueAt(ctx.db, ledger.table, { account: ctx.account, worker, late }));
    }
    await wait(Math.max(ms, 0), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
  return undefined;
}

/** Returns messages whose receivers are neither paused nor throttled. The others wait, or get a turn. */
async function deferThrottled<Row extends LeasedMessage>(
  { run: { ctx, mailbox, worker }, ledger }: Work<Row>,
  rows: Row[],
  now: Date,
): Promise<Row[]> {
  const { account } = ctx;
  const key = { account, id: mailbox.id };
  const isPaused = await findPaused(ctx, key);
  const again = addSeconds(now, PAUSED_AGAIN_SECONDS);
  const held = rows
    .filter(({ host }) => isPaused(host))
    .map((row) => ({ row, due_at: again, outcome: RECEIVER_PAUSED_NOTICE }));
  const asked = rows.filter(({ host }) => !isPaused(host));
  const hosts = asked.map(({ host }) => host);
  const turns = await reserveReceivers(ctx, key, { hosts, now });
  const late = asked.flatMap((row, place) => {
    const due_at = turns[place];
    return due_at ? { row, due_at } : [];
  });
  await updateDueAt(ctx.db, ledger.table, { account, worker, late: [...held, ...late] });
  return asked.filter((_, place) => turns[place] === null);
}

/**
 * Adds to `gone` the messages that the server saw: skipped, paused, and unsent ones don't count. Messages
 * that didn't get their turn wait for the next worker.
 */
async function sendConcurrently<Row extends LeasedMessage>(
  work: Work<Row>,
  rows: Row[],
  gone: Set<Row>,
): Promise<void> {
  const { run, source } = work;
  let next = 0;
  const slot = async () => {
    let answered: Answered<Row> | undefined;
    while (next < rows.length && !isOver(run)) {
      const row = rows[next++] as Row;
      const noted = answered && recordAnswer(work, answered);
      // The consequences of a refusal come first. Otherwise, one commit records the outcome and begins the
      // next message.
      if (!answered?.answer.accepted) await noted;
      const [begun] = await Promise.all([work.begin(row), noted]);
      answered = undefined;
      if (!begun) continue;
      const result = await attemptDelivery(run, source, { row, begun });
      if ("outcome" in result) {
        await work.finish(result);
        continue;
      }
      answered = result;
      if (hasReachedServer(answered.answer)) gone.add(row);
    }
    if (answered) await recordAnswer(work, answered);
  };
  const files = rows.map((row) => source.attachmentsOf(row));
  await Promise.all(
    Array.from({ length: Math.min(concurrentSends(CONNECTIONS_MAX, files), rows.length) }, slot),
  );
}

async function recordAnswer<Row extends LeasedMessage>(
  { run: { ctx }, ledger, source, finish }: Work<Row>,
  answered: Answered<Row>,
): Promise<void> {
  const { row, answer } = answered;
  const outcome = judgeAnswer(answer, {
    refusals: row.refusals,
    now: ctx.now(),
    reconnectSeconds: ledger.reconnectSeconds,
    spread: (seconds) => source.spread?.(row, seconds) ?? seconds,
  });
  await finish({ row, outcome }, source.along?.(answered, outcome));
  await source.after?.(answered, outcome);
}
