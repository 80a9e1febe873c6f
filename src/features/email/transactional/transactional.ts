/*
 * Transactional e-mail through the API: receipts, tickets, downloads. It's rendered on request, so that
 * errors are reported at once, and `delivery` sends it, from what `mail-ledger.ts` says. `campaigns` sends news.
 */
import { unsubscribePath } from "#src/features/audience/consent/consent.ts";
import { emailHash } from "#src/features/audience/consent-records/email-hash.ts";
import { type MergeContact, toMergeContact } from "#src/features/audience/contacts/rules.ts";
import { type OneMailbox, oneMailbox } from "#src/features/email/delivery/ledger.ts";
import {
  isReady,
  listSenders,
  requireMailbox,
  requireSendingAllowed,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { markFilesUsed } from "#src/features/email/templates/files/files.ts";
import { ContentError } from "#src/features/email/templates/merge-tags/merge-tags.ts";
import { renderer } from "#src/features/email/templates/render/render.ts";
import { type Attachment, type Content, SUBJECT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { contentOf, requireTemplate, templatePartsOf } from "#src/features/email/templates/templates.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { isEmail, normalEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { failure } from "#src/lib/errors.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import type { Limit } from "#src/platform/limits.ts";
import { MAIL_ERRORS, type Mail, type NewMail } from "./contract.ts";
import { MAIL_REASONS, WAITING_STATES } from "./rules.ts";
import { findFan, findMail, insertMail, isSuppressed, type MailRow } from "./store.ts";

export { findMailInThread, mailNamed, recordMailFeedback } from "./feedback.ts";

/** More than a person could cause, less than a malfunctioning program would. */
const MAILS: Limit = {
  name: "mails.send",
  attempts: 300,
  seconds: 60,
  sentence: "That’s a lot of e-mail at once.",
};

export const sendMailsJob: JobType<OneMailbox> = { name: "mails.send", class: "mails", data: oneMailbox };

/** Renders an e-mail and queues it. Its content isn't stored once it has been sent. */
export async function sendMail(ctx: Ctx, given: NewMail): Promise<Mail> {
  requireWholeAccount(ctx);
  const email = normalEmail(given.to);
  if (!isEmail(email)) throw failure(MAIL_ERRORS, "RECIPIENT_INVALID");
  const reply_to = given.reply_to.trim();
  if (reply_to !== "" && !isEmail(reply_to)) throw failure(MAIL_ERRORS, "REPLY_TO_INVALID");
  const mailbox = await requireMailbox(ctx, given.mailbox_id ?? (await onlySender(ctx)));
  if (!isReady(mailbox)) throw failure(MAIL_ERRORS, "MAILBOX_NOT_READY");
  await requireSendingAllowed(ctx);
  await ctx.limits.count(MAILS, ctx.account);
  const { subject, html, text, attachments } = await write(ctx, { ...given, to: email }, mailbox);
  const id = ctx.newId();
  return ctx.write(async (ctx) => {
    const now = ctx.now().toISOString();
    const key = { account: ctx.account, id };
    const isStopped = await isSuppressed(ctx.db, { account: ctx.account, email });
    await insertMail(ctx.db, {
      user_id: ctx.account,
      id,
      mailbox_id: mailbox.id,
      template_id: given.template_id ?? null,
      email,
      email_hash: emailHash(ctx.account, email),
      reply_to,
      subject,
      due_at: now,
      created_at: now,
      ...(isStopped
        ? { state: "skipped", reason: "suppressed" }
        : { content: sealContent(ctx, id, { html, text, attachments }) }),
    });
    await markFilesUsed(ctx, ctx.account, attachments ?? []);
    // Without a key, because a request while a job ends would otherwise wait for the minute's tick.
    if (!isStopped) await ctx.enqueue(sendMailsJob, { account: ctx.account, mailbox_id: mailbox.id });
    return toMail((await findMail(ctx.db, key)) as MailRow);
  });
}

/** Returns the default sending account if none is named. */
async function onlySender(ctx: Ctx): Promise<string> {
  const [first, ...others] = (await listSenders(ctx)).items.filter(({ is_ready }) => is_ready);
  if (!first) throw failure(MAIL_ERRORS, "MAILBOX_MISSING");
  if (others.length > 0) throw failure(MAIL_ERRORS, "MAILBOX_UNCLEAR");
  return first.id;
}

export async function getMail(ctx: Ctx, { id }: { id: string }): Promise<Mail> {
  requireWholeAccount(ctx);
  const row = isId(id) ? await findMail(ctx.db, { account: ctx.account, id }) : undefined;
  if (!row) throw failure(MAIL_ERRORS, "MAIL_NOT_FOUND");
  return toMail(row);
}

function toMail(row: MailRow): Mail {
  const { id, mailbox_id, template_id, email: to, subject, state, reason, outcome } = row;
  return {
    id,
    mailbox_id,
    template_id,
    to,
    subject,
    state,
    outcome,
    reason: reason === null ? "" : MAIL_REASONS[reason],
    next_try_at: WAITING_STATES.includes(state) ? row.due_at : null,
    handed_over_at: row.handed_over_at,
    created_at: row.created_at,
  };
}

interface Body {
  html: string;
  text: string;
  attachments?: readonly Attachment[];
}

export const contentPurpose = (id: string) => `mails.content ${id}`;

export function sealContent({ vault }: Pick<Ctx, "vault">, id: string, body: Body): string {
  return vault.seal(contentPurpose(id), JSON.stringify(body));
}

/** Undefined if the instance has lost the secret that encrypts it. */
export function openContent(
  { vault }: Pick<Ctx, "vault">,
  { id, content }: Pick<MailRow, "id" | "content">,
): Body | undefined {
  const text = content === null ? undefined : vault.open(contentPurpose(id), content);
  return text === undefined ? undefined : JSON.parse(text);
}

/** Stands in for the unsubscribe link of recipients without one, to find out whether it's used. */
const NO_LINK = "https://link.invalid/unsubscribe";

async function write(
  ctx: Ctx,
  given: NewMail,
  mailbox: { from_name: string; postal_address: string },
): Promise<{ subject: string } & Body> {
  const fan = await findFan(ctx.db, { account: ctx.account, email: given.to });
  const contact = contactFor(given, fan && toMergeContact(fan));
  const wrong = (message: string) => failure(MAIL_ERRORS, "CONTENT_WRONG", { message });
  const about = { account: ctx.account, contact_id: contact.id, email: contact.email };
  const unsubscribe_url = fan ? ctx.instance.publicUrl + unsubscribePath(ctx, about) : NO_LINK;
  const { from_name: name, postal_address } = mailbox;
  try {
    const { attachments, ...content } = await contentFor(ctx, given);
    const recipient = { contact, unsubscribe_url, sender: { name, postal_address } };
    const fields = Object.keys(contact.fields);
    const written = await renderer.run(ctx.account, "mail", content, recipient, fields);
    if (!fan && (written.html + written.text).includes(NO_LINK))
      throw wrong("It has a link to unsubscribe, but this person isn’t on your list. Leave the link out.");
    if (written.subject === "") throw wrong("Its subject is empty.");
    const html = content.html === "" ? asHtml(written.text) : written.html;
    return { subject: cutChars(written.subject, SUBJECT_CHARS_MAX), html, text: written.text, attachments };
  } catch (error) {
    if (error instanceof ContentError) throw wrong(error.message);
    throw error;
  }
}

async function contentFor(ctx: Ctx, given: NewMail): Promise<Content & { attachments: Attachment[] }> {
  const { template_id, subject, html = "", text = "" } = given;
  const hasOwn = subject !== undefined && (html.trim() !== "" || text.trim() !== "");
  if (template_id === undefined && hasOwn) return { subject, preheader: "", html, text, attachments: [] };
  if (
    template_id === undefined ||
    subject !== undefined ||
    given.html !== undefined ||
    given.text !== undefined
  )
    throw failure(MAIL_ERRORS, "CONTENT_MISSING");
  const template = await requireTemplate(ctx, template_id);
  return { ...(await contentOf(ctx, templatePartsOf(template))), attachments: template.attachments };
}

/** The variables take precedence over a fan's own fields. */
function contactFor({ to, name, variables }: NewMail, fan: MergeContact | undefined): MergeContact {
  const nobody = { id: "", phone: null, country: "", tags: [], fields: {} };
  const known = fan ?? toMergeContact({ ...nobody, email: to, name });
  const named = name.trim() === "" ? known : toMergeContact({ ...known, name: name.trim() });
  return { ...named, fields: { ...known.fields, ...variables } };
}

const asHtml = (text: string) =>
  `<div style="white-space:pre-wrap">${text.trim().replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</div>`;
