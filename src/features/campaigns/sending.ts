import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import {
  findOwnMailbox,
  hasReached,
  openSender,
  reserveReceivers,
  reserveSends,
  settleReceivers,
  settleSends,
} from "#src/features/mailboxes/mailboxes.ts";
import { CONNECTIONS_MAX } from "#src/features/mailboxes/rules.ts";
import { MAILS_PER_MINUTE, SENDING } from "#src/features/mailboxes/settings.ts";
import { atOnce } from "#src/features/templates/rules.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { perProcess } from "#src/platform/per-process.ts";
import { findMailCap } from "./cap-store.ts";
import { failOver } from "./failing-over.ts";
import { handOver } from "./handing-over.ts";
import { lookFirst } from "./late-waves.ts";
import {
  expireLeases,
  type LeasedRow,
  leaseDeliveries,
  leaveUntil,
  releaseLeases,
  renewLeases,
} from "./lease-store.ts";
import { skipCanceled } from "./ledger-store.ts";
import { type Loop, makeLoop } from "./loop.ts";
import { nextDue, settle } from "./loop-ends.ts";
import { type Answered, note } from "./noting.ts";
import { LEASE_RENEWED_EVERY_MS, LEASED_ROWS, LOOPS_PER_ACCOUNT_MAX, RECONNECT_SECONDS } from "./rules.ts";
import { type CampaignRow, listSendingThrough } from "./store.ts";
import { waysOf } from "./way-rules.ts";

const oneMailbox = z.object({ account: z.string(), mailbox_id: z.string() });
type OneMailbox = z.output<typeof oneMailbox>;

export const sendJob: JobType<OneMailbox> = { name: "campaigns.send", class: "sending", data: oneMailbox };

/** After this long, a loop makes room for those of other sending accounts. */
const LOOP_MS_MAX = 60_000;
/** An account with enough loops tries again after this. */
const OTHERS_FIRST_SECONDS = 5;
/** A limit that has room again this soon is waited for. */
const ROOM_WAITED_MS = 3_000;

/** Starts a loop for a sending account. */
export function sendSoon(ctx: Platform, mailbox: OneMailbox, options: { delaySeconds?: number } = {}) {
  return ctx.enqueue(sendJob, mailbox, options);
}

/** Starts a loop for each of a campaign's sending accounts. */
export async function sendAllSoon(ctx: Ctx, row: CampaignRow): Promise<void> {
  for (const { mailbox_id } of waysOf(row)) await sendSoon(ctx, { account: ctx.account, mailbox_id });
}

/** The sending accounts with a loop in this process. True: something may be due that it hasn't seen. */
const loopsOf = perProcess(() => new Map<string, boolean>());

/** The loops of this process that hold leases, or may soon. */
export const workersOf = perProcess(() => new Set<string>());

/**
 * Sends what's due through one sending account, until nothing is, or others are to have their turn. One loop per
 * process, and so one pool of connections: whoever comes while it runs makes it look again.
 */
export async function sendThrough(platform: Platform, mailbox: OneMailbox): Promise<void> {
  const loops = loopsOf(platform);
  const key = `${mailbox.account} ${mailbox.mailbox_id}`;
  const isRunning = loops.has(key);
  const ofAccount = [...loops.keys()].filter((other) => other.startsWith(`${mailbox.account} `)).length;
  if (!isRunning && ofAccount >= LOOPS_PER_ACCOUNT_MAX)
    return sendSoon(platform, mailbox, { delaySeconds: OTHERS_FIRST_SECONDS });
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
  if (!mailbox) return leaveToOthers(ctx, mailbox_id);
  await lookFirst(platform);
  await expireLeases(ctx.db, ctx.now());
  const sender = await openSender(ctx, { account, id: mailbox_id });
  const loop = makeLoop(ctx, { mailbox, sender, until: performance.now() + LOOP_MS_MAX });
  workersOf(platform).add(loop.worker);
  const renewal = setInterval(() => {
    renewLeases(ctx.db, { account, worker: loop.worker, now: ctx.now() }).catch((error: unknown) =>
      ctx.log.warn({ err: error }, "leases not renewed"),
    );
  }, LEASE_RENEWED_EVERY_MS);
  try {
    const next = await turn(loop);
    await settle(loop);
    if (next !== undefined) await sendSoon(ctx, { account, mailbox_id }, { delaySeconds: next });
  } finally {
    clearInterval(renewal);
    await releaseLeases(ctx.db, { account, worker: loop.worker });
    workersOf(platform).delete(loop.worker);
    await skipCanceled(ctx.db, addHours(ctx.now(), -1));
    await sender.close();
  }
  await leaveToOthers(ctx, mailbox_id);
}

/** What waits for a sending account that won't send before somebody does something goes to the campaign's others. */
async function leaveToOthers(ctx: Ctx, mailbox_id: string): Promise<void> {
  for (const other of await failOver(ctx, mailbox_id))
    await sendSoon(ctx, { account: ctx.account, mailbox_id: other });
}

/** Returns how many seconds from now to go on, or nothing if only a change can make more to do. */
async function turn(loop: Loop): Promise<number | undefined> {
  const { ctx, mailbox, worker } = loop;
  while (!ctx.abortSignal.aborted) {
    if (isOver(loop)) return 0;
    const own = { account: ctx.account, worker, now: ctx.now() };
    const rows = await leaseDeliveries(ctx.db, { ...own, mailbox_id: mailbox.id, rows: LEASED_ROWS });
    await readCampaigns(loop);
    if (rows.length === 0) return nextDue(loop);
    const left = await handOverAll(loop, rows);
    if (left !== undefined) return left;
  }
  return 0;
}

const isOver = ({ ctx, until }: Loop) =>
  ctx.abortSignal.aborted || performance.now() > until || !ctx.settings.get(SENDING);

/** Reads what isn't known yet. What was paused since stays leased until the loop ends or looks again. */
async function readCampaigns(loop: Loop): Promise<void> {
  const { ctx, mailbox } = loop;
  const rows = await listSendingThrough(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  // A snapshot keeps its identity, because what's parsed is known by it.
  for (const row of rows) if (!loop.campaigns.has(row.id)) loop.campaigns.set(row.id, row);
  loop.cap = await findMailCap(ctx.db, ctx.account);
}

/** Hands over as many as the sending account's limits allow. Returns when to go on if they allow no more. */
async function handOverAll(loop: Loop, rows: LeasedRow[]): Promise<number | undefined> {
  const { ctx, mailbox } = loop;
  const waiting = [...rows];
  const isPaced =
    mailbox.kind === "gmail" ||
    [mailbox.per_second, mailbox.per_minute, ctx.settings.get(MAILS_PER_MINUTE)].some(Boolean);
  while (waiting.length > 0) {
    if (isOver(loop)) return 0;
    const now = ctx.now();
    const key = { account: ctx.account, id: mailbox.id };
    // What's reserved counts when it's reserved, so short limits take it in small steps.
    const some = await withRoom(loop, waiting.splice(0, isPaced ? CONNECTIONS_MAX : waiting.length), now);
    const { granted, next_at } = await reserveSends(ctx, key, some.length, now);
    const gone = new Set<LeasedRow>();
    try {
      await handOverSome(loop, some.slice(0, granted), gone);
    } finally {
      const over = { from: now, to: ctx.now() };
      if (isPaced || gone.size < granted) await settleSends(ctx, key, { ...over, granted, used: gone.size });
      const hosts = some.map((row) => ({ host: row.host, isGone: gone.has(row) }));
      await settleReceivers(ctx, key, { ...over, hosts });
    }
    waiting.unshift(...some.slice(granted));
    if (waiting.length === 0) return undefined;
    // It isn't ready. Whatever changes that starts a loop again.
    if (next_at === null && granted < some.length) return RECONNECT_SECONDS * 6;
    const ms = next_at === null ? 0 : Date.parse(next_at) - ctx.now().getTime();
    if (ms > ROOM_WAITED_MS) return Math.ceil(ms / 1000);
    await wait(Math.max(ms, 0), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
  return undefined;
}

/** Those that their receivers take right now. The others wait for their turn. */
async function withRoom({ ctx, mailbox, worker }: Loop, rows: LeasedRow[], now: Date): Promise<LeasedRow[]> {
  const { account } = ctx;
  const hosts = rows.map(({ host }) => host);
  const turns = await reserveReceivers(ctx, { account, id: mailbox.id }, { hosts, now });
  const late = rows.flatMap((row, place) => {
    const due_at = turns[place];
    return due_at ? { ...row, due_at } : [];
  });
  if (late.length > 0) await leaveUntil(ctx.db, { account, worker }, late);
  return rows.filter((_, place) => turns[place] === null);
}

/**
 * Adds to `gone` those that their server got to see: what was skipped, paused or never reached it wasn't sent. Who didn't
 * have their turn waits for the next loop.
 */
async function handOverSome(loop: Loop, rows: LeasedRow[], gone: Set<LeasedRow>): Promise<void> {
  let next = 0;
  const slot = async () => {
    let answered: Answered | undefined;
    while (next < rows.length && !isOver(loop)) {
      const row = rows[next++] as LeasedRow;
      const campaign = loop.campaigns.get(row.campaign_id);
      if (!campaign?.snapshot) continue;
      const noted = answered && note(loop, answered);
      // What a refusal leads to comes first. Otherwise, one commit notes the answer and begins the next.
      if (!answered?.answer.accepted) await noted;
      const [begun] = await Promise.all([loop.begin(row), noted]);
      answered = begun && (await handOver(loop, row, { campaign, snapshot: campaign.snapshot, begun }));
      if (answered && hasReached(answered.answer)) gone.add(row);
    }
    if (answered) await note(loop, answered);
  };
  const files = rows.map(({ campaign_id }) => loop.campaigns.get(campaign_id)?.snapshot?.attachments);
  await Promise.all(Array.from({ length: Math.min(atOnce(CONNECTIONS_MAX, files), rows.length) }, slot));
}
