/* Looking into inboxes: each by one worker at a time, from where the last one stopped. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { GmailTrouble, requireMailbox } from "#src/features/mailboxes/mailboxes.ts";
import { addDays } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { diagnose } from "./diagnosis.ts";
import { gmailMessage, gmailNews, gmailPlace } from "./gmail-inbox.ts";
import { fetchStarts, leave, listAfter, type Patience, placeAtEnd } from "./imap.ts";
import { openOwnInbox } from "./inbound.ts";
import { parseIncoming } from "./parsing.ts";
import { CLAIM_MS, LOOK_EVERY_MS, READ_AT_ONCE, READ_MAX, waitAfter } from "./rules.ts";
import { claimInbox, type InboxKey, type InboxRow, listDueInboxes, updateClaimed } from "./store.ts";
import { type Arrival, takeIn } from "./taking-in.ts";

const oneInbox = z.object({ account: z.string(), mailbox_id: z.string() });

/** The next look is soon anyway, so a failed one isn't repeated. */
export const lookJob: JobType<InboxKey> = {
  name: "inbound.look",
  class: "calls",
  data: oneInbox,
  retries: 0,
};

const PATIENCE: Patience = { connectMs: 15_000, answerMs: 30_000 };
const LOOKED_INTO_AT_ONCE = 500;
/** After a server has numbered its e-mails anew, this much is read again. */
const DAYS_READ_AGAIN = 3;

/** Starts looking into every inbox that's due. */
export async function lookAround(platform: Platform): Promise<void> {
  const now = platform.now().toISOString();
  for (const inbox of await listDueInboxes(platform.db, now, LOOKED_INTO_AT_ONCE))
    await platform.enqueue(lookJob, inbox, {
      key: `${inbox.account} ${inbox.mailbox_id}`,
      group: inbox.account,
    });
}

type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

/** One worker's reading of an inbox. */
export interface Reading {
  ctx: Ctx;
  inbox: InboxRow;
  address: string;
  /** Writes down how far it has come. Throws if the inbox isn't this worker's anymore. */
  save(place: Partial<InboxRow>): Promise<void>;
}

/** Reads what's new in an inbox, and says when to look again. */
export async function look(platform: Platform, key: InboxKey): Promise<void> {
  const worker = randomUUID();
  const { db, now } = platform;
  const until = () => new Date(now().getTime() + CLAIM_MS).toISOString();
  const inbox = await claimInbox(db, { ...key, worker, now: now(), until: until() });
  if (!inbox) return;
  const ctx = systemCtx(platform, { job: lookJob.name, account: key.account });
  const reading: Omit<Reading, "address"> = {
    ctx,
    inbox,
    async save(place) {
      if (!(await updateClaimed(db, { ...key, worker }, { ...place, claimed_until: until() })))
        throw new Error("Somebody else reads this inbox now.");
    },
  };
  const end = (failures: number) => ({
    ...{ failures, claimed_by: null, claimed_until: null },
    due_at: new Date(now().getTime() + (failures === 0 ? LOOK_EVERY_MS : waitAfter(failures))).toISOString(),
  });
  try {
    const mailbox = await requireMailbox(ctx, key.mailbox_id);
    const ours = { ...reading, address: mailbox.from_address };
    const isDone =
      mailbox.kind === "gmail" ? await readGmailInbox(ours, mailbox) : await readImap(ours, mailbox);
    const due = isDone ? {} : { due_at: now().toISOString() };
    const well = { checked_at: now().toISOString(), last_error: "", last_error_at: null };
    await updateClaimed(db, { ...key, worker }, { ...end(0), ...well, ...due });
  } catch (error) {
    platform.log.info({ err: error }, "an inbox wasn't read");
    const isGoogles = error instanceof GmailTrouble;
    const words = isGoogles ? error.message : diagnose(error, inbox).words;
    const failed = { last_error: words, last_error_at: now().toISOString() };
    const ended = { ...end(inbox.failures + 1), ...failed };
    const asked = now().getTime() + ((isGoogles && error.waitMs) || 0);
    const due_at = new Date(Math.max(Date.parse(ended.due_at), asked)).toISOString();
    await updateClaimed(db, { ...key, worker }, { ...ended, due_at });
  }
}

/** True once there's nothing more to read for now. */
async function readImap(reading: Reading, mailbox: Mailbox): Promise<boolean> {
  const { ctx, inbox, save } = reading;
  const client = await openOwnInbox(ctx, { mailbox, inbox }, PATIENCE);
  // Its worker isn't to wait for a server that takes its time once it's told to stop.
  const stop = () => client.close();
  ctx.abortSignal.addEventListener("abort", stop);
  try {
    ctx.abortSignal.throwIfAborted();
    const end = placeAtEnd(client);
    // What was there before we were asked to look is nobody's reply to us.
    if (inbox.uid_validity === null) {
      await save(end);
      return true;
    }
    const since = new Date(addDays(inbox.checked_at ?? inbox.created_at, -DAYS_READ_AGAIN));
    const uids = await listAfter(client, inbox, since);
    const now = uids.slice(0, READ_MAX);
    for (let at = 0; at < now.length && !ctx.abortSignal.aborted; at += READ_AT_ONCE) {
      const some = now.slice(at, at + READ_AT_ONCE);
      for (const { uid, received_at, source } of await fetchStarts(client, some))
        await takeInSource(reading, source, { received_at, name: `${end.uid_validity} ${uid}` });
      await save({ uid_validity: end.uid_validity, last_uid: some.at(-1) as number });
    }
    if (uids.length === 0) await save(end);
    return uids.length <= READ_MAX;
  } finally {
    ctx.abortSignal.removeEventListener("abort", stop);
    leave(client);
  }
}

/** A look has to end before its job's time does. */
const GMAIL_MS_MAX = 30_000;
/** Within what Google allows in a second. */
const GMAIL_AT_ONCE = 5;

/** As `readImap`. */
async function readGmailInbox(reading: Reading, box: Mailbox): Promise<boolean> {
  const { ctx, inbox, save } = reading;
  // What was there before we were asked to look is nobody's reply to us.
  if (inbox.history_id === null) {
    await save({ history_id: await gmailPlace(ctx, box) });
    return true;
  }
  const until = performance.now() + GMAIL_MS_MAX;
  const since = new Date(addDays(inbox.checked_at ?? inbox.created_at, -DAYS_READ_AGAIN));
  const { messages, next, isLast } = await gmailNews(ctx, box, { from: inbox.history_id, since });
  for (let at = 0; at < messages.length; at += GMAIL_AT_ONCE) {
    if (ctx.abortSignal.aborted || performance.now() > until) return false;
    const some = messages.slice(at, at + GMAIL_AT_ONCE);
    const found = await Promise.all(some.map(({ id }) => gmailMessage(ctx, box, id)));
    for (const [index, message] of found.entries()) {
      if (!message) continue;
      const { source, ...arrival } = message;
      await takeInSource(reading, source, { ...arrival, name: some[index]?.id ?? "" });
    }
    // A place is done with once all that's at it is.
    const { place } = some.at(-1) ?? {};
    const isWhole = place !== messages[at + GMAIL_AT_ONCE]?.place;
    await save(place !== undefined && isWhole ? { history_id: place } : {});
  }
  await save({ history_id: next });
  return isLast;
}

const TRIES = 2;

/** One that can't be read or noted is left where it is, and doesn't hold up the others. */
async function takeInSource(
  { ctx, inbox, address }: Reading,
  source: Buffer,
  found: Pick<Arrival, "received_at" | "name" | "thread_id">,
): Promise<void> {
  const { user_id: account, mailbox_id } = inbox;
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await takeIn(ctx, await parseIncoming(source), { account, mailbox_id, address, ...found });
    } catch (error) {
      ctx.log.warn(
        { err: error, mailbox_id, name: found.name, tries },
        "an e-mail that came back wasn't noted",
      );
    }
  }
}
