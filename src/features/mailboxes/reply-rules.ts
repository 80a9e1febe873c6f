/* What mail servers answer, and what that means for the message and its address. */
import { cutChars } from "#src/lib/text.ts";

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
const HARD_WORDS =
  /user unknown|unknown (?:user|local.?part|recipient)|unroute?able address|no such (?:user|mailbox|recipient|address)|does not exist|doesn't exist|address rejected|invalid (?:recipient|mailbox|address)|mailbox (?:not found|unavailable|disabled)|account (?:disabled|closed)/i;
const POLICY_WORDS =
  /spam|blocked|black ?list|block ?list|policy|reputation|dmarc|spf\b|dkim|unsolicited|prohibit|not (?:permitted|allowed|authorized)/i;
/** What's wrong is the sender or how they're set up, even where a server says so about a recipient. */
const SENDER_WORDS = /relay|sender|authenticat|administrative/i;
/** Somebody's inbox has no room, which isn't about us and may change. */
// regex-ignore: reads at most READ_CHARS_MAX
const FULL_WORDS =
  /over ?quota|mailbox[^.]{0,80}(?:full|quota)|(?:storage|inbox|disk)[^.]{0,80}(?:full|quota|exceed)/i;
/** The sender has sent too much, whatever code a server gives that. */
// regex-ignore: reads at most READ_CHARS_MAX
const LIMIT_WORDS =
  /\b(?:rate|daily|hourly|sending|message|recipient)s? (?:\w+ ){0,3}(?:limit|quota)|(?:limit|quota) (?:was |has been )?(?:exceeded|reached)|exceeded (?:\w+ ){0,4}(?:limit|quota)|too many (?:messages|emails|e-mails|recipients|connections)/i;

/** Enhanced codes that say that the address itself is dead. 5.1.7 and 5.1.8 are about the sender’s. */
const isDeadCode = (subject: string, detail: string) =>
  (subject === "1" && detail !== "7" && detail !== "8") || (subject === "2" && detail === "1");

/** What an answer means for the address (5.10.8). A limit, a full inbox, or dislike of the e-mail isn't a dead one. */
export function classifyReply({ code, enhanced, isAboutRecipient, ...reply }: Reply): ReplyClass {
  const text = startOf(reply);
  const kind = kindOf({ code, enhanced, text, isAboutRecipient });
  const said = plainWords(text);
  return { kind, words: said === "" ? DEFAULT_WORDS[kind] : said };
}

const startOf = ({ text = "" }: Pick<Reply, "text">) => text.slice(0, READ_CHARS_MAX);

/** What a server said, as it can be stored and shown. */
export function plainWords(text: string): string {
  return cutChars(
    startOf({ text })
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    WORDS_CHARS_MAX,
  );
}

function kindOf({ code = 0, enhanced, text = "", isAboutRecipient = false }: Reply): ReplyKind {
  if (AUTH_CODES.has(code)) return "auth";
  const [, status, subject = "", detail = ""] = ENHANCED.exec(enhanced ?? text) ?? [];
  if (status === "2") return "accepted";
  if (status === "4") return "soft";
  if (status === undefined) {
    if (code >= 200 && code < 300) return "accepted";
    if (code >= 400 && code < 500) return "soft";
  }
  if (status === "5" || (code >= 500 && code < 600))
    return refusalKind({ subject, detail, text, isAboutRecipient });
  if (HARD_WORDS.test(text)) return "hard";
  return POLICY_WORDS.test(text) ? "policy" : "soft";
}

interface Refusal {
  subject: string;
  detail: string;
  text: string;
  isAboutRecipient: boolean;
}

/** What a refusal for good is about. */
function refusalKind({ subject, detail, text, isAboutRecipient }: Refusal): ReplyKind {
  if (asksToSlowDown({ code: 500, text })) return "limit";
  if ((subject === "2" && detail === "2") || FULL_WORDS.test(text)) return "soft";
  if (isDeadCode(subject, detail)) return "hard";
  if (subject === "7" || subject === "1" || SENDER_WORDS.test(text)) return "policy";
  if (HARD_WORDS.test(text)) return "hard";
  return isAboutRecipient && !POLICY_WORDS.test(text) ? "hard" : "policy";
}

/** Whether an answer asks the whole account to slow down, rather than one e-mail to come back later. */
export function asksToSlowDown({ code = 0, ...reply }: Reply): boolean {
  const text = startOf(reply);
  if (code === 421) return true;
  if (code >= 500 && code < 600)
    return /(?:^|[\s-])5\.4\.5\b/.test(text) || (LIMIT_WORDS.test(text) && !FULL_WORDS.test(text));
  return (
    code >= 400 &&
    code < 500 &&
    /rate|too many|throttl|limit exceeded|quota|slow down|4\.7\.(?:0|28)\b/i.test(text)
  );
}
