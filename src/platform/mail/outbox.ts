/*
 * The instance's own e-mail. `enqueueMail` adds a row and a job to the caller's transaction. The job renders
 * the e-mail from its template, creates the link it may contain, sends it, and records the outcome.
 */
import * as z from "zod";
import { LANGUAGES } from "#src/lib/language.ts";
import { cutChars } from "#src/lib/text.ts";
import { addDays } from "#src/lib/time.ts";
import type { Platform } from "../context.ts";
import { type JobHandler, type JobType, jobHandler, scheduled } from "../jobs/job-types.ts";
import { translatorFor } from "../languages.ts";
import { deleteSavedMail, listSavedMail } from "./mail.ts";
import type { Email, MailType, Unneeded } from "./mail-types.ts";
import {
  claimMail,
  deleteMails,
  deleteMailsAbout,
  insertMail,
  listMailsOf,
  listMailsOfKind,
  type MailRow,
  purgeMailsBefore,
  type SavedMail,
  updateFailedToQueued,
  updateMailOutcome,
} from "./store.ts";

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Waits between attempts, about two days in total. */
const WAITS_S = [
  10,
  ...[1, 5, 15].map((minutes) => minutes * MINUTE_S),
  ...[1, 2, 4, 8, 16, 24].map((hours) => hours * HOUR_S),
];
const TRIES_MAX = WAITS_S.length + 1;
const KEPT_DAYS = 30;
const OUTCOME_CHARS_MAX = 1000;

const sendMail: JobType<{ id: string }> = {
  name: "mail.send",
  class: "mail",
  data: z.object({ id: z.string() }),
};

export const mailJobs: JobHandler<Platform>[] = [
  jobHandler(sendMail, tryMail),
  scheduled("mail.prune", "47 3 * * *", prune),
];

interface Order<Data extends object> {
  mail: MailType<Data>;
  /** The recipient as known so far; the template has the last word. */
  to: string;
  data: Data;
  account?: string;
  /** The id of its subject, such as a lead, which is deleted along with it. */
  about?: string;
  delaySeconds?: number;
  /** An idempotency key within this kind, for reactions to an event, which may arrive twice. */
  once?: string;
}

/** Sends an e-mail as part of the transaction that causes it: neither happens without the other. */
export async function enqueueMail<Data extends object>(
  platform: Platform,
  { mail, to, data, account, about, once, delaySeconds = 0 }: Order<Data>,
): Promise<void> {
  const id = platform.newId();
  const now = platform.now();
  await platform.write(async (ctx) => {
    const isNew = await insertMail(ctx.db, {
      id,
      account,
      about,
      once,
      template: mail.template,
      recipient: to,
      data: mail.data.parse(data),
      created_at: now.toISOString(),
      due_at: later(now, delaySeconds),
    });
    if (isNew) await ctx.enqueue(sendMail, { id }, { delaySeconds });
  });
}

/**
 * Erases e-mail about things that are being erased: sent e-mail, as far as it's stored here, and e-mail still
 * waiting.
 */
export async function eraseMail(
  platform: Platform,
  { account, about }: { account: string; about: readonly string[] },
): Promise<void> {
  const kept = await deleteMailsAbout(platform.db, account, about);
  await deleteSavedMail(platform.mail.folder, kept);
}

const ERASED_ROWS = 200;

/** Erases all e-mail about an account and to its owner, including what was sent to others because of it. */
export async function eraseMailOf(
  platform: Platform,
  { account, email }: { account: string; email: string },
): Promise<void> {
  for (;;) {
    const rows = await listMailsOf(platform.db, { account, email, limit: ERASED_ROWS });
    await eraseRows(platform, rows);
    if (rows.length < ERASED_ROWS) return;
  }
}

/** Erases e-mail of a kind requested before a moment, for kinds with a shorter retention. */
export async function eraseMailOfKind(
  platform: Platform,
  kind: { template: string; before: string },
): Promise<void> {
  await eraseRows(platform, await listMailsOfKind(platform.db, kind));
}

/** Files first: after an interruption, the rows still say which files to delete. */
async function eraseRows({ db, mail }: Platform, rows: readonly SavedMail[]): Promise<void> {
  await deleteSavedMail(
    mail.folder,
    rows.flatMap(({ kept_as }) => kept_as ?? []),
  );
  await deleteMails(
    db,
    rows.map(({ id }) => id),
  );
}

/** Gives a failed e-mail another round of attempts. False if it hasn't failed. */
export function retryMail(platform: Platform, id: string): Promise<boolean> {
  return platform.write(async (ctx) => {
    const isQueued = await updateFailedToQueued(ctx.db, { id, now: ctx.now().toISOString() });
    if (isQueued) await ctx.enqueue(sendMail, { id });
    return isQueued;
  });
}

/** Renders an e-mail's current content, without any secret link. */
export async function composeMail(platform: Platform, row: MailRow): Promise<Email | Unneeded> {
  const handler = platform.mail.handlers.get(row.template);
  if (!handler) return { unneeded: "This version of Fanfare has no such e-mail." };
  return handler.compose(platform as never, row.data as never);
}

export async function wordingFor(
  { db, mail }: Platform,
  row: Pick<MailRow, "template">,
  { to, reader = to, language: known }: Pick<Email, "to" | "reader" | "language">,
) {
  const isForFans = mail.handlers.get(row.template)?.mail.isForFans ?? false;
  const language = isForFans ? LANGUAGES[0] : (known ?? (await mail.languageOf(db, reader)));
  return { language, say: await translatorFor(language) };
}

type Outcome = Parameters<typeof updateMailOutcome>[2];

/**
 * Makes one attempt. Sending and recording are commits in two systems, so a kill in between has to lose
 * either the record or the e-mail. It loses the record: the e-mail goes out again under the same message id,
 * by which many inboxes recognize a copy, and the list says that it may have arrived twice. In the folder
 * it's the same file.
 */
async function tryMail(platform: Platform, { id }: { id: string }): Promise<void> {
  const now = platform.now().toISOString();
  const row = await claimMail(platform.db, { id, now, mayDouble: platform.mail.delivery === "smtp" });
  if (!row) return;
  const ending = await attemptDelivery(platform, row).catch((error: unknown) =>
    toOutcome(platform, row, error),
  );
  await platform.write(async (ctx) => {
    const isNoted = await updateMailOutcome(ctx.db, row, ending);
    if (isNoted && ending.state === "queued")
      await ctx.enqueue(sendMail, { id }, { delaySeconds: waitAfter(row.tries) });
  });
}

async function attemptDelivery(platform: Platform, row: MailRow): Promise<Outcome> {
  const email = await composeMail(platform, row);
  if ("unneeded" in email) return { state: "skipped", outcome: email.unneeded };
  // Loaded with the first e-mail, so that React and the layout don't slow down startup.
  const { renderEmail, senderOf } = await import("./render-email.tsx");
  const url = await (email.action.makeUrl?.() ?? email.action.url);
  const details = await Promise.all(
    (email.details ?? []).map(async ({ makeValue, ...detail }) => ({
      ...detail,
      value: (await makeValue?.()) ?? detail.value,
    })),
  );
  const { id, created_at: at } = row;
  const written = { ...email, details, action: { ...email.action, url } };
  const message = renderEmail(written, senderOf(platform), await wordingFor(platform, row, email));
  const { outcome, keptAs } = await platform.mail.send({ ...message, id, at });
  return { state: "sent", outcome: inOneLine(outcome), recipient: email.to, kept_as: keptAs ?? null };
}

/** The properties of the mail client's errors besides their message. */
interface Refusal extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
}

function toOutcome({ log, mail, now }: Platform, row: MailRow, error: unknown): Outcome {
  const { code, response, responseCode, message } = error as Refusal;
  // The server's message quotes e-mail addresses, so it belongs on the founder's screen and not in a log.
  log.warn({ mail_id: row.id, template: row.template, code, response_code: responseCode }, "e-mail not sent");
  const triesMax = mail.handlers.get(row.template)?.mail.triesMax ?? TRIES_MAX;
  // A permanent failure, such as for an address that doesn't exist, is final. A wrong password isn't, because
  // someone will fix it.
  const isFinal = (responseCode ?? 0) >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
  const outcome = inOneLine(response || message);
  if (isFinal || row.tries >= triesMax) return { state: "failed", outcome };
  return { state: "queued", outcome, due_at: later(now(), waitAfter(row.tries)) };
}

function waitAfter(tries: number): number {
  return WAITS_S[Math.min(tries, WAITS_S.length) - 1] ?? MINUTE_S;
}

function later(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

function inOneLine(text: string): string {
  return cutChars(text.replace(/\s+/g, " ").trim(), OUTCOME_CHARS_MAX);
}

async function prune(platform: Platform): Promise<void> {
  const oldest = addDays(platform.now(), -KEPT_DAYS);
  await purgeMailsBefore(platform.db, oldest);
  const { folder } = platform.mail;
  const files = (await listSavedMail(folder)).filter((id) => id < oldest);
  await deleteSavedMail(folder, files);
}
