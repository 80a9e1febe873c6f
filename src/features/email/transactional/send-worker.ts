/* Sends e-mail: each one once, within its sending account's limits, and again later after a temporary
   refusal. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { judgeAnswer } from "#src/features/email/delivery/send/verdict.ts";
import { CONNECTIONS_MAX } from "#src/features/email/sending-accounts/rules.ts";
import {
  findOwnMailbox,
  hasReachedServer,
  openSender,
  recordBounce,
  releaseSingleSend,
  reserveSingleSend,
  type SendResult,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { SENDING } from "#src/features/email/sending-accounts/settings.ts";
import { loadFiles } from "#src/features/email/templates/files/files.ts";
import { concurrentSends } from "#src/features/email/templates/rules.ts";
import { addDays, addSeconds } from "#src/lib/time.ts";
import { type Ctx, type Platform, systemCtx } from "#src/platform/context.ts";
import { LEASED_ROWS, LIMIT_WAIT_MS_MAX, PROBATION_NOTICE, RETENTION_DAYS } from "./rules.ts";
import {
  claimAttempt,
  claimMails,
  deleteMailsBefore,
  isSuppressed,
  listDueMailboxes,
  lockMail,
  type MailRow,
  updateExpiredLeases,
  updateReleased,
} from "./store.ts";
import { enqueueSend, openContent, sendMailsJob } from "./transactional.ts";

const RETRY_SECONDS = 60;
const HEADERS = { "Auto-Submitted": "auto-generated" };

type Sender = Awaited<ReturnType<typeof openSender>>;

export async function sendMails(
  platform: Platform,
  { account, mailbox_id }: { account: string; mailbox_id: string },
): Promise<void> {
  const ctx = systemCtx(platform, { job: sendMailsJob.name, account });
  // Stopped for the whole instance: waiting e-mail is checked again every minute.
  if (!ctx.settings.get(SENDING)) return;
  const now = ctx.now();
  const rows = await claimMails(ctx.db, {
    account,
    mailbox_id,
    now,
    worker: randomUUID(),
    rows: LEASED_ROWS,
  });
  if (rows.length === 0) return;
  if (!(await findOwnMailbox(ctx, mailbox_id))) {
    const outcome = "Its sending account was deleted.";
    for (const row of rows) await updateReleased(ctx.db, row, { state: "failed", outcome, content: null });
    return;
  }
  const sender = await openSender(ctx, { account, id: mailbox_id });
  try {
    const queue = rows[Symbol.iterator]();
    const slot = async () => {
      for (const row of queue) await sendOne(ctx, sender, row);
    };
    const files = rows.map((row) => openContent(ctx, row)?.attachments);
    await Promise.all(Array.from({ length: concurrentSends(CONNECTIONS_MAX, files) }, slot));
  } finally {
    sender.close();
  }
  if (rows.length === LEASED_ROWS) await enqueueSend(ctx, { account, mailbox_id });
}

async function sendOne(ctx: Ctx, sender: Sender, row: MailRow): Promise<void> {
  const { user_id: account, id, email, subject, reply_to } = row;
  // Addresses that bounced or complained since the request get nothing anymore (5.10.6).
  if (await isSuppressed(ctx.db, { account, email }))
    return updateReleased(ctx.db, row, { state: "skipped", reason: "suppressed", content: null });
  const body = openContent(ctx, row);
  if (!body)
    return updateReleased(ctx.db, row, {
      state: "failed",
      content: null,
      outcome: "The instance’s secret has changed, so what it said is lost.",
    });
  const attachments = await loadFiles(ctx, account, body.attachments ?? []);
  if (!attachments)
    return updateReleased(ctx.db, row, { state: "failed", content: null, outcome: "An attachment is gone." });
  const room = await findRoom(ctx, row);
  if (!("from" in room)) return updateReleased(ctx.db, row, { state: "pending", ...room });
  const giveBack = () => releaseSingleSend(ctx, { account, id: row.mailbox_id }, { email, from: room.from });
  // The instance may have been stopped while the others of this job went out.
  if (!ctx.settings.get(SENDING) || !(await claimAttempt(ctx.db, row, ctx.now()))) {
    await giveBack();
    return updateReleased(ctx.db, row, { state: "pending", due_at: addSeconds(ctx.now(), RETRY_SECONDS) });
  }
  const answer = await sender.send({
    id,
    to: email,
    subject,
    ...body,
    attachments,
    headers: HEADERS,
    ...(reply_to !== "" && { reply_to }),
  });
  if (!hasReachedServer(answer)) await giveBack();
  await noteAnswer(ctx, row, answer);
}

/** Reserves one send from the account's limits and returns its time, or when to retry if there's no room. */
async function findRoom(
  ctx: Ctx,
  { mailbox_id, outcome, email }: MailRow,
): Promise<{ from: Date } | Pick<MailRow, "due_at" | "outcome">> {
  const key = { account: ctx.account, id: mailbox_id };
  for (;;) {
    const now = ctx.now();
    const { granted, next_at, is_new_account } = await reserveSingleSend(ctx, key, { email, now });
    if (granted > 0) return { from: now };
    const later = next_at ?? addSeconds(now, RETRY_SECONDS);
    const ms = Date.parse(later) - now.getTime();
    if (ms > LIMIT_WAIT_MS_MAX || ctx.abortSignal.aborted)
      return { due_at: later, outcome: is_new_account ? PROBATION_NOTICE : outcome };
    await wait(Math.max(ms, 1), undefined, { signal: ctx.abortSignal }).catch(() => undefined);
  }
}

async function noteAnswer(ctx: Ctx, row: MailRow, answer: SendResult): Promise<void> {
  const { user_id: account, id, email } = row;
  const changes = changesAfter(ctx, row, answer);
  await ctx.write(async (ctx) => {
    // The person may have been erased while it was being sent, in which case nothing about them is stored
    // again.
    const current = await lockMail(ctx.db, { account, id });
    if (!current) return;
    if (changes.reason === "hard") await recordBounce(ctx, { account, id: row.mailbox_id });
    if (current.email === "") return updateReleased(ctx.db, row, withoutPerson(changes));
    await updateReleased(ctx.db, row, changes);
    if (changes.reason === "hard")
      await suppress(ctx, { account, email, reason: "hard_bounce", note: changes.outcome });
  });
}

/** Erased people get nothing anymore, and the server's response may name them. */
const withoutPerson = (changes: Partial<MailRow>): Partial<MailRow> => ({
  ...changes,
  outcome: "",
  content: null,
  ...(changes.state === "pending" && { state: "skipped" }),
});

function changesAfter(
  ctx: Ctx,
  { refusals }: MailRow,
  answer: SendResult,
): Partial<MailRow> & { outcome: string } {
  const now = ctx.now();
  const verdict = judgeAnswer(answer, { refusals, now, reconnectSeconds: RETRY_SECONDS });
  const { state, reason, due_at, provider_id, outcome } = verdict;
  if (due_at !== null) return { state, due_at, refusals: verdict.refusals, outcome };
  // Nothing in it is needed once it has left or won't.
  const over = { state, reason, refusals: verdict.refusals, content: null, outcome };
  if (state === "handed_over") return { ...over, provider_id, handed_over_at: now.toISOString() };
  return state === "bounced_soft" ? { ...over, reason: "full" } : over;
}

/** Resumes deferred e-mail, and leftovers of a process that ended. Every minute. */
export async function enqueueDueMails(platform: Platform): Promise<void> {
  const { db, now } = platform;
  await updateExpiredLeases(db, now());
  for (const mailbox of await listDueMailboxes(db, now()))
    await platform.enqueue(sendMailsJob, mailbox, { key: `${mailbox.account} ${mailbox.mailbox_id}` });
}

export function purgeMails({ db, now }: Platform): Promise<void> {
  return deleteMailsBefore(db, addDays(now(), -RETENTION_DAYS));
}
