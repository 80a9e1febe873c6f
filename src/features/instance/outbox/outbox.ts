/*
 * The instance's own e-mail: the messages of the last 30 days, their outcomes, and sending one again. The
 * platform makes the attempts (`platform/mail/outbox.ts`).
 */
import { GENERAL_ERRORS, isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cleanText } from "#src/lib/text.ts";
import type { Platform, StaffCtx } from "#src/platform/context.ts";
import { readSavedMail } from "#src/platform/mail/mail.ts";
import { composeMail, enqueueMail, retryMail, wordingFor } from "#src/platform/mail/outbox.ts";
import { findMail, listMails, type MailRow } from "#src/platform/mail/store.ts";
import { OUTBOX_ERRORS, type SentMail, type SentMailBody } from "./contract.ts";
import { testMail } from "./mails.ts";

const PAGE_ROWS = 50;

export async function listMail(
  ctx: StaffCtx,
  { q = "", cursor }: { q?: string | undefined; cursor?: string | undefined },
) {
  const recipient = cleanText(q, 200);
  const { rows, next } = await listMails(ctx.db, { recipient, cursor, rows: PAGE_ROWS });
  const items = rows.map(({ mail }) => toSentMail(ctx, mail));
  return { items, delivery: ctx.mail.delivery, ...(next !== undefined && { next }) };
}

/** Returns one e-mail with its content: as saved, or else as it would be rendered now. */
export async function getMail(ctx: StaffCtx, { id }: { id: string }): Promise<SentMailBody> {
  const row = await requireMail(ctx, id);
  const mail = toSentMail(ctx, row);
  const kept = row.kept_as === null ? undefined : await readSavedMail(ctx.mail.folder, row.kept_as);
  if (kept) return { ...mail, shows: "kept", subject: kept.subject, text: kept.text, html: kept.html };
  const email = await composeMail(ctx, row);
  if ("unneeded" in email)
    return { ...mail, shows: "nothing", subject: mail.label, text: email.unneeded, html: "" };
  const { renderEmail, senderOf } = await import("#src/platform/mail/render-email.tsx");
  const { subject, text, html } = renderEmail(email, senderOf(ctx), await wordingFor(ctx, row, email));
  return { ...mail, shows: "copy", subject, text, html };
}

export async function sendMailAgain(ctx: StaffCtx, { id }: { id: string }): Promise<SentMail> {
  const row = await requireMail(ctx, id);
  if (!(await retryMail(ctx, row.id))) throw failure(OUTBOX_ERRORS, "MAIL_NOT_FAILED");
  return toSentMail(ctx, await requireMail(ctx, id));
}

export async function sendTestMail(ctx: StaffCtx): Promise<{ to: string }> {
  if (ctx.actor.type !== "staff") throw failure(GENERAL_ERRORS, "PERSON_REQUIRED");
  const { id, email } = ctx.actor.person;
  await enqueueMail(ctx, { mail: testMail, to: email, account: id, data: { email } });
  return { to: email };
}

async function requireMail({ db }: Platform, id: string): Promise<MailRow> {
  const row = isId(id) ? await findMail(db, id) : undefined;
  if (!row) throw failure(OUTBOX_ERRORS, "MAIL_NOT_FOUND");
  return row;
}

function toSentMail({ mail }: Platform, row: MailRow): SentMail {
  const { id, recipient: to, state, tries, outcome, maybe_twice, created_at, due_at, tried_at } = row;
  const { subject } = row.data as { subject?: string };
  const label = mail.handlers.get(row.template)?.mail.label ?? subject ?? row.template;
  const is_kept = row.kept_as !== null;
  return { id, to, label, state, tries, outcome, maybe_twice, is_kept, created_at, due_at, tried_at };
}
