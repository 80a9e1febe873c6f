import { cleanReplyText } from "#src/features/email/sending-accounts/send/reply-rules.ts";
import { hasAutoReplySubject, isAutoReply } from "./auto-reply-rules.ts";
import { classifyBounce } from "./bounce-mail-rules.ts";
import type { BounceKind } from "./bounce-rules.ts";
import { addressIn, fieldsIn, type IncomingMessage, idsOf, partOf } from "./incoming-message-rules.ts";
import { parseReports } from "./webhook-adapter-rules.ts";

/**
 * The kind of an e-mail. `ids` are the messages it may be about, the likeliest first; `recipient` is empty if
 * unknown.
 */
export type Classification =
  | {
      kind: BounceKind | "delivered" | "complained" | "unsubscribe";
      ids: string[];
      recipient: string;
      words: string;
    }
  | { kind: "reply"; ids: string[] }
  /**
   * A vacation notice, or a warning about a delay, which changes nothing. `answers`: only its subject reads
   * so, and that may repeat one of ours, which the caller can check.
   */
  | { kind: "automatic"; answers?: string[] };

/** Classifies an e-mail (5.10.8): reports first, because they look like automatic replies, too. */
export function classifyIncoming(mail: IncomingMessage): Classification {
  return judgeFeedback(mail) ?? judgeNotice(mail) ?? classifyBounce(mail) ?? judgeMessage(mail);
}

/** A complaint by a receiver's feedback loop (RFC 5965). */
function judgeFeedback(mail: IncomingMessage): Classification | undefined {
  const part = partOf(mail, /^message\/feedback-report/i);
  const returned = partOf(mail, /rfc822/i);
  if (!part) {
    // Microsoft's loop, and others older than the standard, send only the reported message.
    if (!returned || !/^\s*complaint about message from /i.test(mail.subject)) return undefined;
    const fields = fieldsIn(returned.text);
    const recipient = addressIn(fields.get("x-hmxmroriginalrecipient") ?? fields.get("to") ?? "");
    return { kind: "complained", ids: idsOf(mail), recipient, words: "Reported as spam" };
  }
  const fields = fieldsIn(part.text);
  const type = (fields.get("feedback-type") ?? "").toLowerCase();
  const named = fields.get("original-rcpt-to") ?? fields.get("removal-recipient") ?? "";
  const recipient = addressIn(named) || addressIn(fieldsIn(returned?.text ?? "").get("to") ?? "");
  const about = { ids: idsOf(mail), recipient, words: cleanReplyText(`Reported: ${type}`) };
  if (type === "opt-out" || type === "opt-out-list") return { ...about, kind: "unsubscribe" };
  // `not-spam` takes one back, and `auth-failure` is about someone impersonating us.
  return ["abuse", "fraud", "virus", "other", "miscategorized"].includes(type)
    ? { ...about, kind: "complained" }
    : { kind: "automatic" };
}

/** Amazon's notices, if its topic sends them to an inbox. */
function judgeNotice(mail: IncomingMessage): Classification | undefined {
  if (mail.from !== "no-reply@sns.amazonaws.com") return undefined;
  const [json] = /^\{.*\}/s.exec(mail.text.replace(/\r?\n-- ?\r?\n.*/s, "").trim()) ?? [];
  const [report] = parseReports("ses", parse((json ?? "").replace(/\r?\n ?/g, "")));
  if (!report) return { kind: "automatic" };
  const { kind } = report;
  return kind === "unsubscribed" ? { ...report, kind: "unsubscribe" } : { ...report, kind };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The subject that our own header gives mail programs, with the token of the person who unsubscribes. */
// regex-ignore: what may repeat takes at most 200 characters from each start
const LEAVING = /^\s*unsubscribe(?:[ -]+([\w-]{20,200}))?\s*$/i;

/** The token in an e-mail that asks to unsubscribe. Empty if there's none; undefined for any other e-mail. */
export function unsubscribeToken(subject: string): string | undefined {
  const match = LEAVING.exec(subject);
  return match === null ? undefined : (match[1] ?? "");
}

function judgeMessage(mail: IncomingMessage): Classification {
  // Programs send this one for people, so it comes before other automatic e-mail.
  if (unsubscribeToken(mail.subject) !== undefined)
    return { kind: "unsubscribe", ids: idsOf(mail), recipient: mail.from, words: "" };
  if (isAutoReply(mail)) return { kind: "automatic" };
  const ids = [...new Set([...mail.in_reply_to, ...[...mail.references].reverse()])];
  return hasAutoReplySubject(mail.subject) ? { kind: "automatic", answers: ids } : { kind: "reply", ids };
}

export const REPLY_CHARS_MAX = 10_000;
export const ANSWER_CHARS_MAX = 10_000;

/** The lines with which mail programs begin a quote. */
// regex-ignore: reads at most two lines of LINE_CHARS_MAX
const ATTRIBUTION =
  /^\s*(?:on\b.{4,200}\bwrote|am\b.{4,200}\bschrieb\b.{0,100}|le\b.{4,200}\ba écrit|el\b.{4,200}\bescribió|il\b.{4,200}\bha scritto|em\b.{4,200}\bescreveu|op\b.{4,200}\bschreef\b.{0,100}|den\b.{4,200}\bskrev\b.{0,100}|w dniu\b.{4,200}\b(?:pisze|napisał\(?a?\)?)|.{4,200}\bwrote)\s*:\s*$/i;
/**
 * In any language, a line that ends with the quoted person: `пн, 1 янв. 2026 г. в 10:00, Mia
 * <mia@x.example>:`.
 */
const QUOTED_PERSON = /^[^<>]{0,200}<[^<>\s@]{1,100}@[^<>\s]{1,200}>[^<>]{0,40}[:：]\s*$/;
const ALL_BELOW =
  /^\s*(?:-{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|mensagem original|forwarded message)\s*-{2,}|_{10,})\s*$/i;
const OUTLOOK_FROM = /^\s*\*?(?:from|von|de|da|van|från|fra)\s*:.+@/i;
const OUTLOOK_SENT =
  /^\s*\*?(?:sent|date|gesendet|datum|envoyé|enviado|inviato|data|verzonden|skickat|sendt)\s*:/i;

const LINE_CHARS_MAX = 500;

/** The position of a picture in the text, usually a signature's. */
const PICTURE = /\[cid:[^[\]\s]{1,200}\]/g;

/** Separates a person's own text from the quoted one. */
export function splitQuoted(text: string): { text: string; quoted: string } {
  const lines = text.replace(PICTURE, "").replace(/\r\n?/g, "\n").split("\n");
  // No mail program begins a quote with a longer line.
  const startOf = (at: number) => (lines[at] ?? "").slice(0, LINE_CHARS_MAX);
  const own: string[] = [];
  const quoted: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const start = startOf(at);
    const isOutlook =
      OUTLOOK_FROM.test(start) && [1, 2, 3].some((below) => OUTLOOK_SENT.test(startOf(at + below)));
    if (ALL_BELOW.test(start) || isOutlook) {
      quoted.push(...lines.slice(at));
      break;
    }
    if (line.startsWith(">")) quoted.push(line.replace(/^>+ ?/, ""));
    // Attributions are often wrapped.
    else if ((ATTRIBUTION.test(start) || QUOTED_PERSON.test(start)) && leadsToQuote(lines, at + 1))
      quoted.push(line);
    else if (ATTRIBUTION.test(`${start} ${startOf(at + 1)}`) && leadsToQuote(lines, at + 2))
      quoted.push(line, lines[++at] ?? "");
    else own.push(line);
  }
  return { text: tidy(own), quoted: tidy(quoted) };
}

function leadsToQuote(lines: readonly string[], at: number): boolean {
  const next = lines.slice(at, at + 3).find((line) => line.trim() !== "");
  return next === undefined || next.startsWith(">");
}

function tidy(lines: readonly string[]): string {
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return [...text].slice(0, REPLY_CHARS_MAX).join("");
}

/** Returns “Re: Hello”, however often it has gone back and forth. */
export function answerSubject(subject: string): string {
  const bare = subject
    .replace(/\s+/g, " ")
    .replace(/^(?:\s*(?:re|aw|sv|antw|odp|rif)\s*:\s*)+/i, "")
    .trim();
  return `Re: ${bare || "your e-mail"}`;
}

export const INBOX_AUTHS = ["plain", "xoauth2"] as const;
export type InboxAuth = (typeof INBOX_AUTHS)[number];

/** The position in Gmail's history to continue from, and the last e-mail read. */
export interface GmailCatchUp {
  next: string;
  last: string;
}
/** An e-mail that Gmail failed to return, and since when. */
export interface DeferredMessage {
  id: string;
  since: string;
}
/** The position before anything has been read. */
export const GMAIL_START = { history_id: null, checked_at: null, catching_up: null, put_aside: [] };

export const POLL_INTERVAL_MS = 2 * 60_000;
/** After each failure the wait grows, up to this long. */
export const POLL_BACKOFF_MS_MAX = 60 * 60_000;
/** A node that hasn't renewed its claim for this long has ended. */
export const CLAIM_MS = 2 * 60_000;
export const READ_MAX = 300;
export const READ_AT_ONCE = 10;

/** Returns the wait before the next poll after this many consecutive failures. */
export function pollBackoffMs(failures: number): number {
  return Math.min(POLL_BACKOFF_MS_MAX, POLL_INTERVAL_MS * 2 ** Math.min(failures, 10));
}
