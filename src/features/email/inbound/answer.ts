/* Replying to a lead, through the account that they wrote to. */

import { requireContact } from "#src/features/audience/contacts/contacts.ts";
import {
  addTimelineEntry,
  deleteTimelineEntry,
  findTimelineEntry,
  updateTimelineEntry,
} from "#src/features/audience/contacts/timeline/timeline.ts";
import {
  hasReachedServer,
  openSender,
  releaseSingleSend,
  requireMailbox,
  requireSendingAllowed,
  reserveSingleSend,
} from "#src/features/email/sending-accounts/sending-accounts.ts";
import { requireWholeAccount } from "#src/features/identity/team/team.ts";
import { parseEmail } from "#src/lib/email-address.ts";
import { isId } from "#src/lib/endpoint.ts";
import { Failure, failure } from "#src/lib/errors.ts";
import { cleanText, isBlank } from "#src/lib/text.ts";
import type { Ctx } from "#src/platform/context.ts";
import { INBOUND_ERRORS } from "./contract.ts";
import { contactAnswered } from "./events.ts";
import { ANSWER_CHARS_MAX, answerSubject } from "./rules.ts";

interface Answer {
  id: string;
  reply_id: string;
  text: string;
  answer_id?: string | undefined;
}

/** The known facts about a reply besides its text. */
interface ReplyData {
  mailbox_id: string;
  message_id: string;
  references: string[];
  subject: string;
  /** The sender, and the address for answers. Missing in replies from before these were stored. */
  from?: string;
  reply_to?: string;
  thread_id?: string;
}

export async function answerReply(ctx: Ctx, { id, reply_id, text, answer_id = ctx.newId() }: Answer) {
  requireWholeAccount(ctx);
  await requireSendingAllowed(ctx);
  const contact = await requireContact(ctx, id);
  const key = { user_id: ctx.account, contact_id: contact.id };
  const reply = isId(reply_id) ? await findTimelineEntry(ctx, { ...key, id: reply_id }) : undefined;
  if (reply?.kind !== "reply") throw failure(INBOUND_ERRORS, "REPLY_NOT_FOUND");
  if (contact.status === "complained") throw failure(INBOUND_ERRORS, "ANSWER_COMPLAINED");
  const said = cleanText(text, ANSWER_CHARS_MAX);
  if (isBlank(said)) throw failure(INBOUND_ERRORS, "ANSWER_EMPTY");
  const about = reply.data as unknown as ReplyData;
  const data = { text: said, subject: answerSubject(about.subject), reply_id, mailbox_id: about.mailbox_id };
  const row = { ...key, id: answer_id, kind: "answer" as const, at: ctx.now().toISOString() };
  // Recorded first, so that a form sent twice answers once, whatever happens in between.
  if (!(await addTimelineEntry(ctx, { ...row, data: { ...data, is_uncertain: true } })))
    return { id: answer_id };
  const entry = { ...key, id: answer_id };
  let isUncertain: boolean;
  try {
    const to = [about.reply_to, about.from].map(parseEmail).find(Boolean) ?? contact.email;
    isUncertain = await attemptSend(ctx, { to, answer_id, about, said });
  } catch (error) {
    await deleteTimelineEntry(ctx, entry);
    throw error;
  }
  // It may have arrived by now, so from here on its entry stays, whatever happens.
  await ctx.write(async (ctx) => {
    if (!isUncertain) await updateTimelineEntry(ctx, entry, data);
    await ctx.announce(contactAnswered, { subject: contact.id, payload: {} });
  });
  return { id: answer_id };
}

interface Outgoing {
  to: string;
  answer_id: string;
  about: ReplyData;
  said: string;
}

/** Returns true if the outcome is unknown. */
async function attemptSend(ctx: Ctx, { to, answer_id, about, said }: Outgoing): Promise<boolean> {
  const key = { account: ctx.account, id: about.mailbox_id };
  const from = ctx.now();
  await requireReady(ctx, key, { email: to, now: from });
  const sender = await openSender(ctx, key);
  const names = [...about.references, about.message_id].filter((name) => name !== "");
  try {
    const answer = await sender.send({
      id: answer_id,
      to,
      subject: answerSubject(about.subject),
      text: said,
      html: toHtml(said),
      headers:
        names.length === 0 ? {} : { "In-Reply-To": names.at(-1) as string, References: names.join(" ") },
      ...(about.thread_id !== undefined && { thread_id: about.thread_id }),
    });
    if (answer.accepted) return false;
    if (answer.is_uncertain) return true;
    if (!hasReachedServer(answer)) await releaseSingleSend(ctx, key, { email: to, from });
    throw failure(INBOUND_ERRORS, "ANSWER_REFUSED", {
      message: `The mail server refused your answer. It says: “${answer.failure.words}”`,
    });
  } finally {
    sender.close();
  }
}

/** A single e-mail counts toward the account's limits like any other. */
async function requireReady(
  ctx: Ctx,
  key: { account: string; id: string },
  asked: { email: string; now: Date },
): Promise<void> {
  try {
    await requireMailbox(ctx, key.id);
  } catch (error) {
    if (error instanceof Failure) throw failure(INBOUND_ERRORS, "ANSWER_NOT_READY");
    throw error;
  }
  const { granted } = await reserveSingleSend(ctx, key, asked);
  if (granted === 0) throw failure(INBOUND_ERRORS, "ANSWER_NOT_READY");
}

function toHtml(text: string): string {
  const safe = text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<div>${safe.replaceAll("\n", "<br>\n")}</div>`;
}
