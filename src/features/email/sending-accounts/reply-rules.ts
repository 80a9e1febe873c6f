/* What mail servers answer, and what that means for the message and its address. */
import { cutChars } from "#src/lib/text.ts";
import { type ReplyMeaning, replyHint, replyMeaning } from "./reply-pattern-rules.ts";

/** `limit`: the account has sent as much as its provider lets it, which is nobody else's fault. */
export const REPLY_KINDS = ["accepted", "soft", "hard", "policy", "limit", "auth", "connection"] as const;
export type ReplyKind = (typeof REPLY_KINDS)[number];

/** A mail server's answer, or a bounce's status. */
export interface Reply {
  /** The SMTP code, such as 550. */
  code?: number | undefined;
  /** The enhanced status code (RFC 3463), such as 5.1.1. Found in `text` if it's left out. */
  enhanced?: string | undefined;
  text?: string | undefined;
  /** It answered the recipient's address (`RCPT TO`), before the e-mail itself. */
  isAboutRecipient?: boolean | undefined;
}

export interface ReplyClass {
  kind: ReplyKind;
  /** The server's own words, in one line, or ours if it had none. */
  words: string;
  /** It said so for good (5xx), so nobody asks again (5.10.13). */
  is_final?: boolean;
  /** How long the provider asks the sending account to wait, if it says so. */
  wait_seconds?: number;
}

const ENHANCED = /(?:^|[\s(#-])([245])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/;
const WORDS_CHARS_MAX = 500;
/** Servers may say up to a megabyte. What matters is at its start. */
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

/** Codes about signing in (RFC 4954), whatever else the answer says. */
const AUTH_CODES = new Set([530, 534, 535, 538]);

/** What an answer means for the address (5.10.8). A limit, a full inbox, or dislike of the e-mail isn't a dead one. */
export function classifyReply({ code, enhanced, isAboutRecipient, ...reply }: Reply): ReplyClass {
  const text = startOf(reply);
  const kind = kindOf({ code, enhanced, text, isAboutRecipient });
  const said = cleanReplyText(text);
  return { kind, words: said === "" ? DEFAULT_WORDS[kind] : said };
}

const startOf = ({ text = "" }: Pick<Reply, "text">) => text.slice(0, READ_CHARS_MAX);

/** What a server said, as it can be stored and shown. */
export function cleanReplyText(text: string): string {
  return cutChars(
    startOf({ text })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    WORDS_CHARS_MAX,
  );
}

/** What plain words mean, whatever code stands beside them (5.10.8). */
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
  // RFC 5248 has a status of its own for an account that's locked.
  const isLocked = subject === "7" && detail === "13";
  const plain = saying && (isLocked && saying === "disabled" ? "soft" : KIND_OF[saying]);
  // What we send too much of, or how, is another matter in a while if the server says so.
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

/** What a status of RFC 3463, or of Exchange, says for good. Undefined for those that leave everything open. */
function kindOfStatus(subject: string, detail: number): ReplyKind | undefined {
  // The address, unless it's the sender's (5.1.7, 5.1.8) or one of Exchange's own beyond.
  if (subject === "1") return detail <= 6 || detail === 10 ? "hard" : "policy";
  if (subject === "2") return [undefined, "hard", "soft", "policy"][detail] as ReplyKind | undefined;
  if (subject === "3") return detail === 4 ? "policy" : undefined;
  // No route, or a domain that doesn't exist: nobody asks again.
  if (subject === "4") return detail === 4 || detail === 310 ? "hard" : detail === 0 ? undefined : "soft";
  if (subject === "6") return "policy";
  // 5.7.13 is an account that's locked.
  return subject === "7" ? (detail === 13 ? "soft" : "policy") : undefined;
}

/** Whether an answer asks the whole account to slow down, rather than one e-mail to come back later. */
export function isThrottlingReply({ code = 0, ...reply }: Reply): boolean {
  const text = startOf(reply);
  if (code === 421) return true;
  if (code < 400 || code >= 600) return false;
  if (/(?:^|[\s-])(?:5\.4\.5|4\.7\.28|5\.1\.90)\b/.test(text)) return true;
  if (code < 500 && /(?:^|[\s-])4\.7\.0\b/.test(text)) return true;
  return replyMeaning(text) === "rate";
}
