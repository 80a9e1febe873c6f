/* Builds the message for one recipient, with headers that survive transport, and an identity of its own. */
import type { SendMailOptions } from "nodemailer";
import type { Platform } from "#src/platform/context.ts";
import { subjectOf } from "#src/platform/mail/subject.ts";
import { dkimOf } from "../credentials/credentials.ts";
import { TRACE_KEY } from "../rules.ts";
import type { MailboxRow } from "../store.ts";
import { toQuotedPrintable } from "./quoted-printable.ts";

export interface Message {
  /** The same for every attempt: it becomes the Message-ID. */
  id: string;
  /** Defaults to the sending account's. */
  from_name?: string | undefined;
  to: string;
  subject: string;
  html: string;
  text: string;
  headers: Readonly<Record<string, string>>;
  reply_to?: string | undefined;
  /** The same bytes for all recipients. */
  attachments?: readonly { name: string; type: string; content: Uint8Array }[];
  thread_id?: string | undefined;
}

/** Folding would break a long URL in one of these headers, and with it the signature (nodemailer#1654). */
const UNFOLDED = /^(?:list-|feedback-id$)/i;
const HEADER_NAME = /^[a-z0-9-]+$/i;
/** The mail client folds at any white space, but only a space continues a header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are what this looks for
const ENDS_LINE = /[\u0000-\u001f\u007f]|[^\S ]/;

/**
 * Encodes a part. The mail client could do this, too, but takes a quarter of all the time that an e-mail
 * takes.
 */
function encoded(kind: "html" | "plain", content: string): { raw: Buffer } {
  const head = `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  return { raw: toQuotedPrintable(content, head) };
}

/** Throws for a header that would add others (5.10.20). */
export function messageOptions(platform: Platform, row: MailboxRow, message: Message): SendMailOptions {
  const { id, from_name = row.from_name, to, subject, html, text } = message;
  const reply_to = message.reply_to ?? row.reply_to;
  const headers = Object.entries({ ...message.headers, ...traceHeaders(row.host, id) }).map(
    ([key, value]) => {
      if (!HEADER_NAME.test(key) || ENDS_LINE.test(value))
        throw new Error(`The header ${key} isn't one line.`);
      return UNFOLDED.test(key) ? { key, value: { prepared: true, value } } : { key, value };
    },
  );
  for (const part of [id, to, reply_to])
    if (ENDS_LINE.test(part)) throw new Error("An address or id isn't one line.");
  // A single raw part would be the whole e-mail, without any other header.
  const parts =
    html !== "" && text !== ""
      ? { html: encoded("html", html), text: encoded("plain", text) }
      : { html, text };
  const host = row.from_address.slice(row.from_address.lastIndexOf("@") + 1);
  return {
    // Objects are single addresses, even with commas in them.
    from: { name: from_name, address: row.from_address },
    to: { name: "", address: to },
    ...(reply_to !== "" && { replyTo: { name: "", address: reply_to } }),
    envelope: { from: row.from_address, to: [to] },
    subject: subjectOf(subject),
    ...parts,
    date: platform.now(),
    messageId: `<${id}@${host}>`,
    headers: headers as never,
    attachments: (message.attachments ?? []).map(({ name: filename, type: contentType, content }) => ({
      filename,
      contentType,
      contentDisposition: "attachment" as const,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
    })),
    ...dkimOf(platform, row),
  };
}

/**
 * Some providers assign each e-mail their own id, and report its outcome by that. These headers make them
 * report ours.
 */
const TRACE_HEADERS: readonly (readonly [host: RegExp, headers: (id: string) => Record<string, string>])[] = [
  [
    /(?:^|\.)postmarkapp\.com$/,
    // The first one makes it keep our Message-ID, which replies refer to.
    (id) => ({ "X-PM-KeepID": "true", [`X-PM-Metadata-${TRACE_KEY}`]: id }),
  ],
  [/(?:^|\.)sendgrid\.net$/, (id) => ({ "X-SMTPAPI": JSON.stringify({ unique_args: { [TRACE_KEY]: id } }) })],
  [/(?:^|\.)mailgun\.org$/, (id) => ({ "X-Mailgun-Variables": JSON.stringify({ [TRACE_KEY]: id }) })],
];

/** Returns the headers that make the provider behind a mail server include this id in its reports. */
function traceHeaders(host: string, id: string): Record<string, string> {
  return TRACE_HEADERS.find(([provider]) => provider.test(host))?.[1](id) ?? {};
}
