/* Polls inboxes: each by one worker at a time, from its last position. */
import { randomUUID } from "node:crypto";
import * as z from "zod";
import { GmailError, requireMailbox } from "#src/features/email/sending-accounts/sending-accounts.ts";
import { addDays } from "#src/lib/time.ts";
import { type Platform, systemCtx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { diagnose } from "./diagnosis.ts";
import { disconnect, endPosition, fetchStarts, type ImapTimeouts, listUidsAfter } from "./imap.ts";
import { openOwnInbox } from "./inbound.ts";
import { readGmailInbox } from "./read-gmail-inbox.ts";
import { processSource, REREAD_DAYS, type ReadSession } from "./read-inbox.ts";
import { CLAIM_MS, POLL_INTERVAL_MS, pollBackoffMs, READ_AT_ONCE, READ_MAX } from "./rules.ts";
import { claimInbox, type InboxKey, listDueInboxes, updateClaimed } from "./store.ts";

const oneInbox = z.object({ account: z.string(), mailbox_id: z.string() });

/** The next poll is soon anyway, so a failed one isn't retried. */
export const pollJob: JobType<InboxKey> = {
  name: "inbound.look",
  class: "calls",
  data: oneInbox,
  retries: 0,
};

const PATIENCE: ImapTimeouts = { connectMs: 15_000, answerMs: 30_000 };
const LOOKED_INTO_AT_ONCE = 500;

export async function pollDueInboxes(platform: Platform): Promise<void> {
  const now = platform.now().toISOString();
  for (const inbox of await listDueInboxes(platform.db, now, LOOKED_INTO_AT_ONCE))
    await platform.enqueue(pollJob, inbox, { key: `${inbox.account} ${inbox.mailbox_id}` });
}

type Mailbox = Awaited<ReturnType<typeof requireMailbox>>;

/** Reads new e-mail in an inbox, and schedules the next poll. */
export async function pollInbox(platform: Platform, key: InboxKey): Promise<void> {
  const worker = randomUUID();
  const { db, now } = platform;
  const until = () => new Date(now().getTime() + CLAIM_MS).toISOString();
  const inbox = await claimInbox(db, { ...key, worker, now: now(), until: until() });
  if (!inbox) return;
  const ctx = systemCtx(platform, { job: pollJob.name, account: key.account });
  const reading: Omit<ReadSession, "address"> = {
    ctx,
    inbox,
    async save(place) {
      if (!(await updateClaimed(db, { ...key, worker }, { ...place, claimed_until: until() })))
        throw new Error("Another process reads this inbox now.");
    },
  };
  const end = (failures: number) => ({
    failures,
    claimed_by: null,
    claimed_until: null,
    due_at: new Date(
      now().getTime() + (failures === 0 ? POLL_INTERVAL_MS : pollBackoffMs(failures)),
    ).toISOString(),
  });
  try {
    const mailbox = await requireMailbox(ctx, key.mailbox_id);
    const ours = { ...reading, address: mailbox.from_address };
    const isDone =
      mailbox.kind === "gmail" ? await readGmailInbox(ours, mailbox) : await readImap(ours, mailbox);
    const at = now().toISOString();
    // After an outage, reading starts again before the last complete poll.
    const then = isDone ? { checked_at: at } : { due_at: at };
    await updateClaimed(db, { ...key, worker }, { ...end(0), last_error: "", last_error_at: null, ...then });
  } catch (error) {
    platform.log.info({ err: error }, "an inbox wasn't read");
    const isGoogles = error instanceof GmailError;
    const words = isGoogles ? error.message : diagnose(error, inbox).words;
    const failed = { last_error: words, last_error_at: now().toISOString() };
    const ended = { ...end(inbox.failures + 1), ...failed };
    const asked = now().getTime() + ((isGoogles && error.waitMs) || 0);
    const due_at = new Date(Math.max(Date.parse(ended.due_at), asked)).toISOString();
    await updateClaimed(db, { ...key, worker }, { ...ended, due_at });
  }
}

/** Returns true once there's nothing more to read for now. */
async function readImap(reading: ReadSession, mailbox: Mailbox): Promise<boolean> {
  const { ctx, inbox, save } = reading;
  const client = await openOwnInbox(ctx, { mailbox, inbox }, PATIENCE);
  // A slow server mustn't delay a worker that has to stop.
  const stop = () => client.close();
  ctx.abortSignal.addEventListener("abort", stop);
  try {
    ctx.abortSignal.throwIfAborted();
    const end = endPosition(client);
    // At first, it starts a few days before the setup, because earlier bounces still count.
    const since = new Date(addDays(inbox.checked_at ?? inbox.created_at, -REREAD_DAYS));
    const uids = await listUidsAfter(client, inbox, since);
    const now = uids.slice(0, READ_MAX);
    for (let at = 0; at < now.length && !ctx.abortSignal.aborted; at += READ_AT_ONCE) {
      const some = now.slice(at, at + READ_AT_ONCE);
      for (const { uid, received_at, source } of await fetchStarts(client, some))
        await processSource(reading, source, { received_at, name: `${end.uid_validity} ${uid}` });
      await save({ uid_validity: end.uid_validity, last_uid: some.at(-1) as number });
    }
    if (uids.length === 0) await save(end);
    return uids.length <= READ_MAX;
  } finally {
    ctx.abortSignal.removeEventListener("abort", stop);
    disconnect(client);
  }
}
