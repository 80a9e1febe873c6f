/* Parses an e-mail's bytes for the rules. Only its start is ever read, so it may end anywhere. */
import { isUtf8 } from "node:buffer";
import type { AddressObject, Attachment, HeaderValue, ParsedMail } from "mailparser";
import { dmarcFiles } from "./dmarc-files.ts";
import { fieldsIn, type IncomingMessage } from "./incoming-message-rules.ts";

/** Enough for people's text and bounces; attachments come later or not at all. */
export const READ_BYTES_MAX = 256 * 1024;
const PART_CHARS_MAX = 64 * 1024;
const HTML_CHARS_MAX = 128 * 1024;
const HEADER_CHARS_MAX = 4 * 1024;
const IDS_MAX = 50;

/**
 * Parses the start of an e-mail. It always returns something: for a body with too many parts or too much
 * HTML, the sender and the subject.
 */
export async function parseIncoming(bytes: Uint8Array): Promise<IncomingMessage> {
  const start = withKnownLetters(Buffer.from(bytes.subarray(0, READ_BYTES_MAX)));
  const mail = await parse(start).catch(() => parse(headOf(start)));
  return {
    from: addressIn(mail.from),
    reply_to: addressIn(mail.replyTo),
    message_id: idsIn(mail.messageId)[0] ?? "",
    in_reply_to: idsIn(mail.inReplyTo),
    references: idsIn(mail.references),
    subject: clean(mail.subject ?? "", HEADER_CHARS_MAX),
    date: mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : undefined,
    headers: headersOf(mail),
    text: clean(await textOf(mail)),
    files: mail.attachments.filter((file) => !isReport(file) && !file.related).length,
    dmarc: await dmarcFiles(mail, parse),
    parts: mail.attachments.filter(isReport).map(({ contentType: type, content }) => ({
      type,
      text: clean(content.toString("utf8")),
    })),
  };
}

/** A returned e-mail stays whole, with its headers, which identify it. Not among the library's types. */
const AS_IT_IS = { ignoreEmbedded: true };

async function parse(source: Buffer): Promise<ParsedMail> {
  // Loaded with the first e-mail, so that it doesn't slow down startup.
  const { simpleParser } = await import("mailparser");
  return simpleParser(source, {
    ...AS_IT_IS,
    keepDeliveryStatus: true,
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
    maxHtmlLengthToParse: HTML_CHARS_MAX,
  });
}

/**
 * The library converts only standalone HTML to text, not HTML with attachments or pictures, or next to an
 * empty text.
 */
async function textOf({ text = "", html }: ParsedMail): Promise<string> {
  if (text.trim() !== "" || !html) return text;
  const { convert } = await import("html-to-text");
  return convert(html.slice(0, HTML_CHARS_MAX), {
    wordwrap: false,
    selectors: [{ selector: "img", format: "skip" }],
  });
}

export function headOf(source: Buffer): Buffer {
  const end = /\r?\n\r?\n/.exec(source.toString("latin1"));
  return source.subarray(0, end ? end.index + end[0].length : undefined);
}

/**
 * Old programs don't declare a charset, in headers or in text. Anything that isn't UTF-8 then is most likely
 * Windows-1252.
 */
function withKnownLetters(source: Buffer): Buffer {
  if (isUtf8(source)) return source;
  const head = headOf(source);
  const body = source.subarray(head.length);
  return Buffer.concat([
    latinLines(head),
    isCharsetUnsaid(head.toString("latin1")) ? latinLines(body) : body,
  ]);
}

function latinLines(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const lines = bytes.toString("latin1").split("\n");
  const latin = new TextDecoder("windows-1252");
  return Buffer.from(
    lines
      .map((line) => Buffer.from(line, "latin1"))
      .map((line) => (isUtf8(line) ? line.toString("utf8") : latin.decode(line)))
      .join("\n"),
  );
}

/** True if a plain text declares no charset, or an unknown one. */
function isCharsetUnsaid(head: string): boolean {
  const fields = fieldsIn(head);
  const type = fields.get("content-type") ?? "text/plain";
  const charset = /charset\s{0,9}=\s{0,9}"?([\w.:+-]{1,40})/i.exec(type)?.[1];
  return /^text\//i.test(type) && (charset === undefined || !isCharset(charset));
}

function isCharset(label: string): boolean {
  // The library supports it, though browsers don't.
  if (/^utf-?7$/i.test(label)) return true;
  try {
    return new TextDecoder(label).encoding !== "";
  } catch {
    return false;
  }
}

/** Returns text that databases can store, without NUL characters and lone surrogates. */
function clean(text: string, max = PART_CHARS_MAX): string {
  return text.slice(0, max).toWellFormed().replaceAll("\0", "");
}

function addressIn(from: AddressObject | undefined): string {
  return clean(from?.value[0]?.address ?? "").toLowerCase();
}

function idsIn(field: string | string[] | undefined): string[] {
  const ids = [field ?? []].flat().flatMap((text) => text.match(/<[^<>\s\p{C}]{1,500}>/gu) ?? []);
  // The oldest and the newest ones are the most useful.
  return ids.length <= IDS_MAX ? ids : [...ids.slice(0, IDS_MAX / 2), ...ids.slice(-IDS_MAX / 2)];
}

function headersOf(mail: ParsedMail): Map<string, string> {
  const texts = [...mail.headers].map(
    ([name, value]) => [name, clean(headerText(value), HEADER_CHARS_MAX)] as const,
  );
  return new Map(texts);
}

function headerText(value: HeaderValue): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.join(", ");
  if (value instanceof Date) return value.toISOString();
  if ("params" in value)
    return [value.value, ...Object.entries(value.params).map(([name, one]) => `${name}=${one}`)].join("; ");
  return "text" in value ? value.text : "";
}

function isReport({ contentType }: Attachment): boolean {
  return /^(?:message\/|text\/rfc822-headers)/i.test(contentType);
}
