/* Interprets mail servers' responses for the message and its address. */
import { cutChars } from "#src/lib/text.ts";
import { type ReplyMeaning, replyHint, replyMeaning } from "./reply-pattern-rules.ts";

/** `limit`: the account has used up its provider's limit, which has nothing to do with this message. */
export const REPLY_KINDS = ["accepted", "soft", "hard", "policy", "limit", "auth", "connection"] as const;
export type ReplyKind = (typeof REPLY_KINDS)[number];

export interface Reply {
  /** The SMTP code, such as 550. */
  code?: number | undefined;
  /** The enhanced status code (RFC 3463), such as 5.1.1. Found in `text` if it's absent. */
  enhanced?: string | undefined;
  text?: string | undefined;
  /** Set if it's a response to the recipient's address (`RCPT TO`), before the e-mail itself. */
  isAboutRecipient?: boolean | undefined;
}

export interface ReplyClass {
  kind: ReplyKind;
  /** The server's own words, in one line, or ours if it had none. */
  words: string;
  /** Set for permanent refusals (5xx), which aren't retried (5.10.13). */
  is_final?: boolean;
  wait_seconds?: number;
}

const ENHANCED = /(?:^|[\s(#-])([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/;
const WORDS_CHARS_MAX = 500;
/** Servers may respond with up to a megabyte. The start is what matters. */
const READ_CHARS_MAX = 2000;
const DEFAULT_WORDS: Readonly<Record<ReplyKind, string>> = {
  accepted: "Accepted",
  soft: "The server refused it for now",
  hard: "The server refused it for good",
  policy: "The server refused it because of its rules",
  limit: "The server takes no more from this account for now",
  auth: "The server refused our sign-in",
  connection: "The server couldn’t be reached",
};

/** Codes about signing in (RFC 4954), whatever else the response says. */
const AUTH_CODES = new Set([530, 534, 535, 538]);

/**
 * Interprets a response for the address (5.10.8). A limit, a full inbox, or a dislike of the e-mail doesn't
 * make it a dead one.
 */
export function classifyReply({ code, enhanced, isAboutRecipient, ...reply }: Reply): ReplyClass {
  const text = startOf(reply);
  const kind = kindOf({ code, enhanced, text, isAboutRecipient });
  const said = cleanReplyText(text);
  return { kind, words: said === "" ? DEFAULT_WORDS[kind] : said };
}

const startOf = ({ text = "" }: Pick<Reply, "text">) => text.slice(0, READ_CHARS_MAX);

export function cleanReplyText(text: string): string {
  return cutChars(
    startOf({ text })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    WORDS_CHARS_MAX,
  );
}

/** The kind of each plain phrase, whatever the code next to it (5.10.8). */
const KIND_OF: Readonly<Record<ReplyMeaning, ReplyKind>> = {
  sender: "policy",
  blocked: "policy",
  size: "policy",
  rate: "limit",
  receiver_busy: "soft",
  full: "soft",
  suspended: "soft",
  dns_trouble: "soft",
  unknown_user: "hard",
  unknown_host: "hard",
  moved: "hard",
  disabled: "hard",
};

function kindOf({ code = 0, enhanced, text = "", isAboutRecipient = false }: Reply): ReplyKind {
  if (AUTH_CODES.has(code)) return "auth";
  const [, status, subject = "", detail = ""] = ENHANCED.exec(enhanced ?? text) ?? [];
  const first = status ?? String(code)[0];
  if (first === "2") return "accepted";
  const saying = replyMeaning(text);
  // RFC 5248 has its own status for a locked account.
  const isLocked = subject === "7" && detail === "13";
  const plain = saying && (isLocked && saying === "disabled" ? "soft" : KIND_OF[saying]);
  // Excessive or improper sending is temporary if the server says so.
  if (first === "4") return plain === "hard" ? "hard" : "soft";
  if (first === "5" && isThrottlingReply({ code: 500, text })) return "limit";
  if (plain === "limit") return first === "5" ? "limit" : "soft";
  return (
    plain ??
    kindOfStatus(subject, Number(detail)) ??
    replyHint(text) ??
    (first !== "5" || subject === "3" ? "soft" : isAboutRecipient ? "hard" : "policy")
  );
}

/** Interprets a permanent status of RFC 3463, or of Exchange. Undefined for unspecific ones. */
function kindOfStatus(subject: string, detail: number): ReplyKind | undefined {
  // The address, unless it's the sender's (5.1.7, 5.1.8) or one of Exchange's own codes beyond.
  if (subject === "1") return detail <= 6 || detail === 10 ? "hard" : "policy";
  if (subject === "2") return [undefined, "hard", "soft", "policy"][detail] as ReplyKind | undefined;
  if (subject === "3") return detail === 4 ? "policy" : undefined;
  // No route, or a domain that doesn't exist, which is permanent.
  if (subject === "4") return detail === 4 || detail === 310 ? "hard" : detail === 0 ? undefined : "soft";
  if (subject === "6") return "policy";
  // 5.7.13 is a locked account.
  return subject === "7" ? (detail === 13 ? "soft" : "policy") : undefined;
}

/** True if a response throttles the whole account, rather than deferring one e-mail. */
export function isThrottlingReply({ code = 0, ...reply }: Reply): boolean {
  const text = startOf(reply);
  if (code === 421) return true;
  if (code < 400 || code >= 600) return false;
  if (/(?:^|[\s-])(?:5\.4\.5|4\.7\.28|5\.1\.90)\b/.test(text)) return true;
  if (code < 500 && /(?:^|[\s-])4\.7\.0\b/.test(text)) return true;
  return replyMeaning(text) === "rate";
}
