/*
 * Sending campaigns: a loop that takes what's due through one sending account, hands it over, and writes down
 * how it went. Any number of them may run, on any node. `ledger-store.ts` says why none sends anything twice.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { unsubscribePath } from "#src/features/contacts/contacts.ts";
import { mergeContactOf } from "#src/features/contacts/rules.ts";
import { openSender, requireMailbox, reserveSends } from "#src/features/mailboxes/mailboxes.ts";
import { ContentError } from "#src/features/templates/render.ts";
import { Failure } from "#src/lib/errors.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { perProcess } from "#src/platform/per-process.ts";
import { type Written, writeFor } from "./composing.ts";
import { gathering } from "./gathering.ts";
import { bulkHeaders } from "./headers.ts";
import {
  beginHandOvers,
  type Ending,
  expireLeases,
  findNextDue,
  finishHandOvers,
  type LeasedRow,
  leaseDeliveries,
  releaseLeases,
  renewLeases,
  skipCanceled,
} from "./ledger-store.ts";
import { haltCampaign, moveCampaign } from "./moving.ts";
import { endingOf, type Notebook, note } from "./noting.ts";
import { HAND_OVERS_MAX, LEASE_RENEWED_EVERY_MS, LEASED_ROWS, RECONNECT_SECONDS } from "./rules.ts";
import { type CampaignRow, listSendingThrough } from "./store.ts";

const oneMailbox = z.object({ account: z.string(), mailbox_id: z.string() });
type OneMailbox = z.output<typeof oneMailbox>;

export const sendJob: JobType<OneMailbox> = { name: "campaigns.send", class: "sending", data: oneMailbox };

/** After this long, a loop makes room for those of other sending accounts. */
const LOOP_MS_MAX = 60_000;
/** A limit that has room again this soon is waited for. */
const ROOM_WAITED_MS = 3_000;

/** Starts a loop for a sending account. */
export function sendSoon(ctx: Platform, mailbox: OneMailbox, options: { delaySeconds?: number } = {}) {
  return ctx.enqueue(sendJob, mailbox, options);
}

type Sender = Awaited<ReturnType<typeof openSender>>;
type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

/** One worker's loop. */
interface Loop extends Notebook {
  mailbox: Mailbox;
  sender: Sender;
  worker: string;
  campaigns: Map<string, CampaignRow>;
  begin: (row: LeasedRow) => Promise<Awaited<ReturnType<typeof beginHandOvers>>[number] | undefined>;
}

/** The sending accounts with a loop in this process. True: something may be due that it hasn't seen. */
const loopsOf = perProcess(() => new Map<string, boolean>());

/**
 * Sends what's due through one sending account, until nothing is, or others are to have their turn. One loop per
 * process, and so one pool of connections: whoever comes while it runs makes it look again.
 */
export async function sendThrough(platform: Platform, mailbox: OneMailbox): Promise<void> {
  const loops = loopsOf(platform);
  const key = `${mailbox.account} ${mailbox.mailbox_id}`;
  const isRunning = loops.has(key);
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
  const ctx = systemCtx(platform, { job: sendJob.name, account });
  const mailbox = await findMailbox(ctx, mailbox_id);
  if (!mailbox) {
    for (const { user_id, id } of await listSendingThrough(ctx.db, { account, mailbox_id }))
      await haltCampaign(ctx, { user_id, id }, "Its sending account was deleted.");
    return;
  }
  await expireLeases(ctx.db, ctx.now());
  const sender = await openSender(ctx, { account, id: mailbox_id });
  const loop = makeLoop(ctx, mailbox, sender);
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
    await skipCanceled(ctx.db, addHours(ctx.now(), -1));
    await sender.close();
  }
}

async function findMailbox(ctx: Ctx, id: string): Promise<Mailbox | undefined> {
  try {
    return await requireMailbox(ctx, id);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

function makeLoop(ctx: Ctx, mailbox: Mailbox, sender: Sender): Loop {
  const worker = randomUUID();
  const own = () => ({ account: ctx.account, worker, now: ctx.now() });
  return {
    ctx,
    mailbox,
    sender,
    worker,
    campaigns: new Map(),
    refusals: new Map(),
    begin: gathering(async (rows: LeasedRow[]) => {
      const begun = await beginHandOvers(ctx.db, own(), rows);
      const byMessage = new Map(begun.map((one) => [`${one.campaign_id} ${one.contact_id}`, one]));
      return rows.map((row) => byMessage.get(`${row.campaign_id} ${row.contact_id}`));
    }),
    finish: gathering(async (endings: Ending[]) => {
      await finishHandOvers(ctx.db, own(), endings);
      return endings.map(() => undefined);
    }),
  };
}

/** Returns how many seconds from now to go on, or nothing if only a change can make more to do. */
async function turn(loop: Loop): Promise<number | undefined> {
  const { ctx, mailbox, worker } = loop;
  const until = performance.now() + LOOP_MS_MAX;
  while (!ctx.abortSignal.aborted) {
    if (performance.now() > until) return 0;
    const own = { account: ctx.account, worker, now: ctx.now() };
    const rows = await leaseDeliveries(ctx.db, { ...own, mailbox_id: mailbox.id, rows: LEASED_ROWS });
    await readCampaigns(loop);
    if (rows.length === 0) return nextDue(loop);
    const left = await handOverAll(loop, rows);
    if (left !== undefined) return left;
  }
  return 0;
}

/** Reads what isn't known yet. What was paused since stays leased until the loop ends or looks again. */
async function readCampaigns(loop: Loop): Promise<void> {
  const { ctx, mailbox } = loop;
  const rows = await listSendingThrough(ctx.db, { account: ctx.account, mailbox_id: mailbox.id });
  // A snapshot keeps its identity, because what's parsed is known by it.
  for (const row of rows) if (!loop.campaigns.has(row.id)) loop.campaigns.set(row.id, row);
}

async function nextDue({ ctx, campaigns }: Loop): Promise<number | undefined> {
  const waits: number[] = [];
  for (const { user_id, id } of campaigns.values()) {
    const { due_at } = await findNextDue(ctx.db, { user_id, id });
    if (due_at !== null) waits.push((Date.parse(due_at) - ctx.now().getTime()) / 1000);
  }
  const next = Math.min(...waits);
  return next > 0 && Number.isFinite(next) ? Math.ceil(next) : undefined;
}

/** Hands over as many as the sending account's limits allow. Returns when to go on if they allow no more. */
async function handOverAll(loop: Loop, rows: LeasedRow[]): Promise<number | undefined> {
  const { ctx, mailbox } = loop;
  const waiting = [...rows];
  while (waiting.length > 0 && !ctx.abortSignal.aborted) {
    const now = ctx.now();
    const key = { account: ctx.account, id: mailbox.id };
    const { granted, next_at } = await reserveSends(ctx, key, waiting.length, now);
    await handOverSome(loop, waiting.splice(0, granted));
    if (waiting.length === 0) return undefined;
    // It isn't ready. Whatever changes that starts a loop again.
    if (next_at === null && granted === 0) return RECONNECT_SECONDS * 6;
    const ms = next_at === null ? 0 : Date.parse(next_at) - ctx.now().getTime();
    if (ms > ROOM_WAITED_MS) return Math.ceil(ms / 1000);
    await wait(Math.max(ms, 0), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
  return undefined;
}

async function handOverSome(loop: Loop, rows: LeasedRow[]): Promise<void> {
  const queue = rows[Symbol.iterator]();
  const slot = async () => {
    for (const row of queue) {
      if (loop.ctx.abortSignal.aborted) return;
      await handOver(loop, row);
    }
  };
  await Promise.all(Array.from({ length: Math.min(HAND_OVERS_MAX, rows.length) }, slot));
}

async function handOver(loop: Loop, row: LeasedRow): Promise<void> {
  const { ctx, sender, mailbox } = loop;
  const campaign = loop.campaigns.get(row.campaign_id);
  if (!campaign?.snapshot) return;
  const begun = await loop.begin(row);
  if (!begun) return;
  const contact = mergeContactOf(begun.contact);
  const about = { account: ctx.account, contact_id: contact.id, campaign_id: campaign.id };
  const unsubscribe_url = ctx.instance.publicUrl + unsubscribePath(ctx, about);
  const name = campaign.from_name || mailbox.from_name;
  const { is_tracked, snapshot } = campaign;
  let written: Written;
  try {
    const sentBy = { name, postal_address: snapshot.postal_address };
    const recipient = { account: ctx.account, campaign_id: campaign.id, contact, unsubscribe_url };
    written = writeFor(ctx, snapshot, { ...recipient, sender: sentBy, is_tracked });
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return loop.finish(endingOf(row, { state: "failed", reason: "content", outcome: error.message }));
  }
  const answer = await sender.send({
    id: messageId(row),
    from_name: name,
    to: contact.email,
    ...written,
    headers: bulkHeaders(ctx, { campaign, mailbox, unsubscribe_url, name }),
  });
  await note(loop, { row, campaign, email: contact.email, answer });
}

/** The same however often it's tried, so that the recipient's server can recognize it. */
function messageId({ campaign_id, contact_id }: LeasedRow): string {
  return `${campaign_id}.${contact_id}`;
}

/** Ends campaigns with nothing left to do. */
async function settle({ ctx, campaigns, worker }: Loop): Promise<void> {
  await releaseLeases(ctx.db, { account: ctx.account, worker });
  for (const { user_id, id } of campaigns.values()) {
    const { due_at, isBusy } = await findNextDue(ctx.db, { user_id, id });
    if (due_at === null && !isBusy)
      await moveCampaign(ctx, { user_id, id }, { from: ["sending"], to: "sent" });
  }
}
