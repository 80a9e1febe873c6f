/*
 * Sending campaigns: a loop that takes what's due through one sending account, hands it over, and writes down
 * how it went. Any number of them may run, on any node. `ledger-store.ts` says why none sends anything twice.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { unsubscribePath } from "#src/features/contacts/contacts.ts";
import { mergeContactOf } from "#src/features/contacts/rules.ts";
import { findOwnMailbox, openSender, reserveSends, settleSends } from "#src/features/mailboxes/mailboxes.ts";
import { ContentError } from "#src/features/templates/render.ts";
import { atOnce } from "#src/features/templates/rules.ts";
import { addHours } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { perProcess } from "#src/platform/per-process.ts";
import { findMailCap, holdBack, holdContacts, type MailCap, wantFewer } from "./cap-store.ts";
import { type Written, writeFor } from "./composing.ts";
import { within } from "./deadline.ts";
import { gathering } from "./gathering.ts";
import { filesWith } from "./going-along.ts";
import { bulkHeaders } from "./headers.ts";
import { expireLeases, type LeasedRow, leaseDeliveries, releaseLeases, renewLeases } from "./lease-store.ts";
import { beginHandOvers, type Ending, finishHandOvers, type Own, skipCanceled } from "./ledger-store.ts";
import { nextDue, settle } from "./loop-ends.ts";
import { haltCampaign } from "./moving.ts";
import { endingOf, type Notebook, note } from "./noting.ts";
import {
  HAND_OVER_MS_MAX,
  HAND_OVERS_MAX,
  LEASE_RENEWED_EVERY_MS,
  LEASED_ROWS,
  LOOPS_PER_ACCOUNT_MAX,
  RECONNECT_SECONDS,
} from "./rules.ts";
import { SENDING } from "./settings.ts";
import { shareTime } from "./slowness.ts";
import { type CampaignRow, listSendingThrough } from "./store.ts";

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

type Sender = Awaited<ReturnType<typeof openSender>>;
type Mailbox = NonNullable<Awaited<ReturnType<typeof findOwnMailbox>>>;

/** One worker's loop. */
interface Loop extends Notebook {
  mailbox: Mailbox;
  sender: Sender;
  worker: string;
  campaigns: Map<string, CampaignRow>;
  cap: MailCap;
  /** When others are to have their turn, by the process's own clock. */
  until: number;
  /** How many e-mails in a row took long to write, by campaign. */
  slow: Map<string, number>;
  begin: (row: LeasedRow) => Promise<Awaited<ReturnType<typeof beginHandOvers>>[number] | undefined>;
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
  if (!mailbox) {
    for (const { user_id, id } of await listSendingThrough(ctx.db, { account, mailbox_id }))
      await haltCampaign(ctx, { user_id, id }, "Its sending account was deleted.");
    return;
  }
  await expireLeases(ctx.db, ctx.now());
  const sender = await openSender(ctx, { account, id: mailbox_id });
  const loop = makeLoop(ctx, mailbox, sender);
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
}

function makeLoop(ctx: Ctx, mailbox: Mailbox, sender: Sender): Loop {
  const worker = randomUUID();
  const own = () => ({ account: ctx.account, worker, now: ctx.now() });
  const loop: Loop = {
    ctx,
    mailbox,
    sender,
    worker,
    campaigns: new Map(),
    cap: { per_day: null, per_week: null },
    until: performance.now() + LOOP_MS_MAX,
    slow: new Map(),
    refusals: new Map(),
    begin: gathering(async (rows: LeasedRow[]) => {
      const begun = await beginAll(loop, own(), rows);
      const byMessage = new Map(begun.map((one) => [`${one.campaign_id} ${one.contact_id}`, one]));
      return rows.map((row) => byMessage.get(`${row.campaign_id} ${row.contact_id}`));
    }),
    finish: gathering(async (endings: Ending[]) => {
      await finishHandOvers(ctx.db, own(), endings);
      return endings.map(() => undefined);
    }),
  };
  return loop;
}

/** What's too much e-mail for somebody waits or is left out, which takes a transaction that holds them. */
async function beginAll({ ctx, cap, campaigns }: Loop, of: Own, rows: LeasedRow[]) {
  const own = { ...of, isStopped: !ctx.settings.get(SENDING) };
  const isCapped = cap.per_day !== null || cap.per_week !== null;
  const mayWait = isCapped || rows.some(({ campaign_id }) => campaigns.get(campaign_id)?.resend_of);
  if (!mayWait && !(await wantFewer(ctx.db, own.account, rows))) return beginHandOvers(ctx.db, own, rows);
  return ctx.write(async (ctx) => {
    await holdContacts(ctx.db, own.account, rows);
    if (mayWait) await holdBack(ctx.db, { ...own, cap }, rows);
    return beginHandOvers(ctx.db, own, rows);
  });
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
  const isPaced = mailbox.kind === "gmail" || mailbox.per_second !== null || mailbox.per_minute !== null;
  while (waiting.length > 0) {
    if (isOver(loop)) return 0;
    const now = ctx.now();
    const key = { account: ctx.account, id: mailbox.id };
    // What's reserved counts when it's reserved, so short limits take it in small steps.
    const wanted = isPaced ? Math.min(HAND_OVERS_MAX, waiting.length) : waiting.length;
    const { granted, next_at } = await reserveSends(ctx, key, wanted, now);
    const used = await handOverSome(loop, waiting.splice(0, granted));
    if (isPaced || used < granted) await settleSends(ctx, key, { granted, used, from: now, to: ctx.now() });
    if (waiting.length === 0) return undefined;
    // It isn't ready. Whatever changes that starts a loop again.
    if (next_at === null && granted === 0) return RECONNECT_SECONDS * 6;
    const ms = next_at === null ? 0 : Date.parse(next_at) - ctx.now().getTime();
    if (ms > ROOM_WAITED_MS) return Math.ceil(ms / 1000);
    await wait(Math.max(ms, 0), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
  return undefined;
}

/** Returns how many of them had their turn. The others wait for the next loop. */
async function handOverSome(loop: Loop, rows: LeasedRow[]): Promise<number> {
  let used = 0;
  const slot = async () => {
    while (used < rows.length && !isOver(loop)) await handOver(loop, rows[used++] as LeasedRow);
  };
  const files = rows.map(({ campaign_id }) => loop.campaigns.get(campaign_id)?.snapshot?.attachments);
  await Promise.all(Array.from({ length: Math.min(atOnce(HAND_OVERS_MAX, files), rows.length) }, slot));
  return used;
}

async function handOver(loop: Loop, row: LeasedRow): Promise<void> {
  const { ctx, sender, mailbox } = loop;
  const campaign = loop.campaigns.get(row.campaign_id);
  if (!campaign?.snapshot) return;
  const begun = await loop.begin(row);
  if (!begun) return;
  const contact = mergeContactOf(begun.contact);
  const { id: contact_id, email } = contact;
  const about = { account: ctx.account, contact_id, email, campaign_id: campaign.id };
  const unsubscribe_url = ctx.instance.publicUrl + unsubscribePath(ctx, about);
  const name = campaign.from_name || mailbox.from_name;
  const { is_tracked, snapshot } = campaign;
  let written: Written & { attachments: Awaited<ReturnType<typeof filesWith>> };
  const since = performance.now();
  try {
    const sentBy = { name, postal_address: snapshot.postal_address };
    const recipient = { account: ctx.account, campaign_id: campaign.id, contact, unsubscribe_url };
    const own = writeFor(ctx, snapshot, { ...recipient, sender: sentBy, is_tracked });
    await shareTime(loop, campaign, performance.now() - since);
    written = { ...own, attachments: await filesWith(ctx, snapshot) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return loop.finish(endingOf(row, { state: "failed", reason: "content", outcome: error.message }));
  }
  const sent = sender.send({
    id: messageId(row),
    from_name: name,
    to: contact.email,
    ...written,
    headers: bulkHeaders(ctx, { campaign, mailbox, unsubscribe_url, name }),
  });
  const answer = await within(HAND_OVER_MS_MAX, sent, TOO_SLOW);
  await note(loop, { row, campaign, email: contact.email, answer });
}

/** A server may say something every minute and never finish. */
const TOO_SLOW: Awaited<ReturnType<Sender["send"]>> = {
  ...{ accepted: false, is_uncertain: true },
  failure: { kind: "connection", words: "The mail server took too long" },
};

/** The same however often it's tried, so that the recipient's server can recognize it. */
function messageId({ campaign_id, contact_id }: LeasedRow): string {
  return `${campaign_id}.${contact_id}`;
}
