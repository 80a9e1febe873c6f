/* Interprets an inbound e-mail and records it once, however often it's read. */

import { suppressMerged } from "#src/features/audience/consent/address-history.ts";
import { suppress } from "#src/features/audience/consent/consent.ts";
import { unsubscribeByToken } from "#src/features/audience/consent/preference-center.ts";
import { addTimelineEntry } from "#src/features/audience/contacts/timeline/timeline.ts";
import { findLatestTo, findSentInThread, findSentMessage } from "#src/features/email/delivery/delivery.ts";
import { findMailInThread } from "#src/features/email/transactional/transactional.ts";
import { normalEmail } from "#src/lib/email-address.ts";
import { cutChars } from "#src/lib/text.ts";
import type { Platform } from "#src/platform/context.ts";
import { derivedId } from "#src/platform/crypto/derived-id.ts";
import { repeatsOurSubject } from "./auto-reply-rules.ts";
import { dispatchFeedback } from "./dispatch-feedback.ts";
import { contactReplied } from "./events.ts";
import type { IncomingMessage } from "./incoming-message-rules.ts";
import { offerReports } from "./report-readers.ts";
import { type Classification, classifyIncoming, splitQuoted, unsubscribeToken } from "./rules.ts";

/** The origin of an e-mail. */
export interface Envelope {
  account: string;
  mailbox_id: string;
  address: string;
  received_at: Date;
  /** The server's id, for e-mail without an id of its own. */
  name: string;
  thread_id?: string | undefined;
}

const IDS_LOOKED_AT = 20;

export async function processMessage(
  platform: Platform,
  mail: IncomingMessage,
  arrival: Envelope,
): Promise<void> {
  const { account, mailbox_id } = arrival;
  const files = mail.dmarc ?? [];
  if (files.length > 0 && (await offerReports(platform, { account, mailbox_id, files }))) return;
  const judged = await classifyMessage(platform, mail, arrival);
  if (judged.kind === "automatic") return;
  if (judged.kind === "unsubscribe") return unsubscribe(platform, mail, { judged, arrival });
  // An e-mail from the account itself isn't a reply to it.
  if (judged.kind === "reply" && normalEmail(mail.from) === normalEmail(arrival.address)) return;
  const at = timeOf(platform, arrival);
  const event_id = nameOf(mail, arrival);
  const kind = judged.kind === "reply" ? ("replied" as const) : judged.kind;
  const words = judged.kind === "reply" ? "" : judged.words;
  await platform.write(async (ctx) => {
    for (const message_id of await namesIn(ctx, mail, { judged, arrival })) {
      const report = { account: arrival.account, message_id, kind, words, at, event_id };
      const noted = await dispatchFeedback(ctx, report);
      if (!noted) continue;
      const found = noted.campaign;
      if (found && judged.kind === "reply") await addReply(ctx, mail, { arrival, found, event_id, at });
      return;
    }
  });
}

/** A subject that reads like a program's may be our own, repeated in a person's reply. */
async function classifyMessage(
  platform: Platform,
  mail: IncomingMessage,
  { account }: Envelope,
): Promise<Classification> {
  const judged = classifyIncoming(mail);
  if (judged.kind !== "automatic" || judged.answers === undefined) return judged;
  for (const message_id of judged.answers.slice(0, IDS_LOOKED_AT)) {
    const found = await findSentMessage(platform, { account, message_id });
    if (found && repeatsOurSubject(mail.subject, found.subject))
      return { kind: "reply", ids: judged.answers };
  }
  return judged;
}

/** A clock that's ahead must not set a future time. */
function timeOf({ now }: Platform, { received_at }: Envelope): string {
  const latest = now().getTime();
  const at = received_at.getTime();
  return new Date(Number.isNaN(at) ? latest : Math.min(at, latest)).toISOString();
}

/** Two sending accounts may share an inbox, so the id is the e-mail's own. */
function nameOf({ message_id }: IncomingMessage, { mailbox_id, name }: Envelope): string {
  return message_id === "" ? `${mailbox_id} ${name}` : message_id;
}

const BOUNCES: ReadonlySet<string> = new Set(["bounced_hard", "bounced_soft", "policy"]);

interface About {
  judged: Exclude<Classification, { kind: "automatic" }>;
  arrival: Envelope;
}

/**
 * Returns the messages of ours that it may be about, by the ids in it, or at Gmail by its conversation, or by
 * its recipient.
 */
async function namesIn(
  platform: Platform,
  mail: IncomingMessage,
  { judged, arrival }: About,
): Promise<string[]> {
  const ids = judged.ids.slice(0, IDS_LOOKED_AT);
  const { account, mailbox_id, thread_id } = arrival;
  const email = normalEmail(judged.kind === "reply" ? mail.from : judged.recipient);
  if (email === "") return ids;
  if (thread_id === undefined) {
    // Some servers name the inbox that refused something, and not the message. An e-mail that names another
    // message isn't about ours.
    const isNameless = ids.length === 0 && BOUNCES.has(judged.kind);
    const latest = isNameless ? await findLatestTo(platform, { account, mailbox_id, email }) : undefined;
    return latest === undefined ? ids : [latest];
  }
  const asked = { account, email, thread_id };
  const found = (await findSentInThread(platform, asked)) ?? (await findMailInThread(platform, asked));
  return found === undefined ? ids : [...ids, found];
}

/** The token in the subject proves who unsubscribes; without one, the received message does. */
async function unsubscribe(platform: Platform, mail: IncomingMessage, about: About): Promise<void> {
  const { account } = about.arrival;
  const token = unsubscribeToken(mail.subject) ?? "";
  if (token !== "" && (await unsubscribeByToken(platform, { account, token }))) return;
  for (const message_id of await namesIn(platform, mail, about)) {
    const found = await findSentMessage(platform, { account, message_id });
    if (!found) continue;
    const { email, batch_id, contact_id: id, sent_at } = found;
    const wish = { account, reason: "unsubscribe", batch_id, recipient: id } as const;
    if (email !== null) return suppress(platform, { ...wish, email });
    if (await suppressMerged(platform, { ...wish, id, sent_at })) return;
  }
}

interface Reply {
  arrival: Envelope;
  found: { batch_id: string; contact_id: string };
  event_id: string;
  at: string;
}

/** Adds its text, and the number of attachments that stay in the inbox. */
async function addReply(
  ctx: Platform,
  mail: IncomingMessage,
  { arrival, found, event_id, at }: Reply,
): Promise<void> {
  const { account, mailbox_id, thread_id } = arrival;
  const { batch_id: campaign_id, contact_id } = found;
  const { from, reply_to, subject, message_id, references } = mail;
  const said = splitQuoted(mail.text);
  const to = { mailbox_id, message_id, references: references.slice(-10), thread_id };
  const files = mail.files > 0 ? { files: mail.files } : {};
  const data = { ...said, ...files, from, reply_to, subject: cutChars(subject, 300), campaign_id, ...to };
  const id = derivedId("inbound.reply", account, event_id);
  const isNew = await addTimelineEntry(ctx, { user_id: account, contact_id, id, kind: "reply", data, at });
  if (!isNew) return;
  await ctx.announce(contactReplied, { account, subject: contact_id, payload: { campaign: campaign_id } });
}
