/* Sends a template to one's own inbox, through a sending account. */

import {
  hasReachedServer,
  openSender,
  releaseSingleSend,
  requireMailbox,
  requireSendingAllowed,
  reserveSingleSend,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requirePerson } from "#src/features/identity/accounts/accounts.ts";
import { failure } from "#src/lib/errors.ts";
import type { Ctx } from "#src/platform/context.ts";
import type { Limit } from "#src/platform/limits.ts";
import type { TemplateParts } from "../blocks/blocks-contract.ts";
import { TEMPLATE_ERRORS } from "../contract.ts";
import { loadFiles } from "../files/files.ts";
import { FILE_ERRORS } from "../files/files-contract.ts";
import type { SenderDetails } from "../library/library-contract.ts";
import { type Recipient, renderer } from "../render/render.ts";
import type { Content } from "../rules.ts";
import { contentOf, requireTemplate, templatePartsOf } from "../templates.ts";
import { findPreviewPerson, type PreviewPerson, sampleUrls, senderFor, toBrokenFailure } from "./preview.ts";

const TESTS: Limit = {
  name: "templates.test",
  attempts: 30,
  seconds: 3600,
  sentence: "That’s a lot of tests.",
};

/** Sends the saved e-mail to the caller. Its unsubscribe link doesn't work. */
export async function sendTest(
  ctx: Ctx,
  { id, mailbox_id, ...someone }: { id: string; mailbox_id: string } & PreviewPerson,
): Promise<{ to: string }> {
  const written = templatePartsOf(await requireTemplate(ctx, id));
  requireConfirmed(ctx);
  const mailbox = await requireMailbox(ctx, mailbox_id);
  const sender = { ...(await senderFor(ctx)), name: mailbox.from_name };
  return sendTestOf(ctx, { written, mailbox, sender, someone });
}

export function requireConfirmed(ctx: Ctx) {
  const person = requirePerson(ctx);
  if (!person.email_verified) throw failure(TEMPLATE_ERRORS, "TEST_UNCONFIRMED");
  return person;
}

interface Tested {
  written: TemplateParts;
  mailbox: { id: string };
  sender: SenderDetails;
  someone: PreviewPerson;
}

export async function sendTestOf(
  ctx: Ctx,
  { written, mailbox, sender, someone }: Tested,
): Promise<{ to: string }> {
  const person = requireConfirmed(ctx);
  await ctx.limits.count(TESTS, ctx.account);
  const contact = await findPreviewPerson(ctx, someone);
  const recipient = { contact, sender, ...sampleUrls(ctx) };
  const { html, text, subject } = await put(ctx, written, recipient);
  const attachments = await loadFiles(ctx, ctx.account, written.attachments);
  if (!attachments) throw failure(FILE_ERRORS, "ATTACHMENT_NOT_FOUND");
  const key = { account: ctx.account, id: mailbox.id };
  await requireSendingAllowed(ctx);
  const now = ctx.now();
  if ((await reserveSingleSend(ctx, key, { email: person.email, now })).granted === 0)
    throw failure(TEMPLATE_ERRORS, "TEST_MAILBOX_BUSY");
  const connection = await openSender(ctx, key);
  try {
    const message = {
      id: ctx.newId(),
      to: person.email,
      from_name: sender.name,
      subject: `[Test] ${subject}`,
      html,
      text,
      attachments,
    };
    const sent = await connection.send({ ...message, headers: { "Auto-Submitted": "auto-generated" } });
    if (!hasReachedServer(sent)) await releaseSingleSend(ctx, key, { email: person.email, from: now });
    if (!sent.accepted) throw failure(TEMPLATE_ERRORS, "TEST_REFUSED", { message: sent.failure.words });
    return { to: person.email };
  } finally {
    connection.close();
  }
}

async function put(ctx: Ctx, written: TemplateParts, recipient: Recipient): Promise<Content> {
  try {
    const content = await contentOf(ctx, written);
    return await renderer.run(ctx.account, "one", renderer.numbered(content), recipient);
  } catch (error) {
    throw toBrokenFailure(error);
  }
}
