import { cutChars } from "#src/lib/text.ts";
import { DAY_MS } from "#src/lib/time.ts";

export const MAILBOXES_MAX = 20;
export const NAME_CHARS_MAX = 100;
export const POSTAL_CHARS_MAX = 300;
/** How long a code proves an address, and how many wrong ones may be tried. */
export const CODE_MS_MAX = 30 * 60_000;
export const CODE_DIGITS = 6;
export const CODE_TRIES_MAX = 5;
/** How long we wait after a server has asked us to slow down without saying how long. */
export const SLOW_DOWN_MS = 15 * 60_000;

export const KINDS = ["smtp", "gmail"] as const;
export type MailboxKind = (typeof KINDS)[number];

/** Features 5.1.10. */
export const STATES = [
  /** It hasn't sent a test yet, or nobody has proven that the address is theirs. */
  "unverified",
  "active",
  /** Its server wants us to slow down: it goes on by itself. */
  "throttled",
  /** Too many e-mails came back or were reported. */
  "paused_by_reputation",
  /** Its server refuses our sign-in. */
  "auth_failed",
  /** A person turned it off. */
  "disabled",
] as const;
export type MailboxState = (typeof STATES)[number];

/** What leads out of each state. Everything may be turned off, and on again. */
const MOVES: Readonly<Record<MailboxState, readonly MailboxState[]>> = {
  unverified: ["active", "auth_failed", "disabled"],
  active: ["unverified", "throttled", "paused_by_reputation", "auth_failed", "disabled"],
  throttled: ["unverified", "active", "paused_by_reputation", "auth_failed", "disabled"],
  paused_by_reputation: ["unverified", "active", "auth_failed", "disabled"],
  auth_failed: ["unverified", "active", "disabled"],
  disabled: ["unverified", "active"],
};

export function mayMove(from: MailboxState, to: MailboxState): boolean {
  return MOVES[from].includes(to);
}

/** The states that only a person ends, and nobody chose. */
export function needsPerson(state: string): boolean {
  return state === "auth_failed" || state === "paused_by_reputation";
}

/** How a connection is protected: `tls` from its first byte, `starttls` after a greeting, `none` never. */
export const SECURITIES = ["starttls", "tls", "none"] as const;
export type Security = (typeof SECURITIES)[number];

/** How we sign in. `none` is for servers that know us by our IP address. */
export const AUTHS = ["plain", "login", "xoauth2", "none"] as const;
export type Auth = (typeof AUTHS)[number];

/** How much may be sent in each window. Null: as much as the others allow. */
export const WINDOWS = ["per_second", "per_minute", "per_hour", "per_day"] as const;
export type WindowName = (typeof WINDOWS)[number];
export type SendLimits = Readonly<Record<WindowName, number | null>>;
export const NO_LIMITS: SendLimits = { per_second: null, per_minute: null, per_hour: null, per_day: null };

/**
 * A window's length, and that of the buckets it's counted in. A bucket that's only partly inside counts as a
 * whole, so no stretch of the window's length ever sees more than its limit.
 */
const SPANS: Readonly<Record<WindowName, { ms: number; bucketMs: number }>> = {
  per_second: { ms: 1000, bucketMs: 100 },
  per_minute: { ms: 60_000, bucketMs: 1000 },
  per_hour: { ms: 60 * 60_000, bucketMs: 60_000 },
  per_day: { ms: DAY_MS, bucketMs: 15 * 60_000 },
};

/** Per window, pairs of a bucket's number and how much was sent in it, oldest first. */
export type Counts = Readonly<Record<WindowName, readonly (readonly [number, number])[]>>;
export const NO_COUNTS: Counts = { per_second: [], per_minute: [], per_hour: [], per_day: [] };

/** The buckets that still matter. */
function currentBuckets(counts: Counts, window: WindowName, now: number) {
  const { ms, bucketMs } = SPANS[window];
  return (counts[window] ?? []).filter(([bucket]) => (bucket + 1) * bucketMs > now - ms);
}

/** How much was sent in a window that ends now. */
export function sentIn(counts: Counts, window: WindowName, now: Date): number {
  return currentBuckets(counts, window, now.getTime()).reduce((sum, [, sent]) => sum + sent, 0);
}

export interface Reservation {
  granted: number;
  /** When more may go, or null if it may now. In milliseconds since 1970. */
  next_at: number | null;
  counts: Counts;
}

/** Takes up to `wanted` from every window at once, and says when there's room again. */
export function reserve(
  { counts, limits }: { counts: Counts; limits: SendLimits },
  wanted: number,
  at: Date,
): Reservation {
  const now = at.getTime();
  const left = WINDOWS.map((window) => {
    const limit = limits[window];
    return limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - sentIn(counts, window, at));
  });
  const granted = Math.max(0, Math.min(wanted, ...left));
  const after = Object.fromEntries(
    WINDOWS.map((window) => {
      const bucket = Math.floor(now / SPANS[window].bucketMs);
      return [window, counted(currentBuckets(counts, window, now), bucket, granted)];
    }),
  ) as unknown as Counts;
  const waits = WINDOWS.map((window) => {
    const limit = limits[window];
    return limit === null ? now : roomAt(after, { window, limit }, now);
  });
  const next = Math.max(...waits);
  return { granted, next_at: next > now ? next : null, counts: after };
}

/** What was reserved at one moment, and how much of it was used until another. */
export interface Spent {
  granted: number;
  used: number;
  from: Date;
  to: Date;
}

/** Moves what was used to when it was over, and gives back the rest. */
export function rebook(counts: Counts, { granted, used, from, to }: Spent): Counts {
  return Object.fromEntries(
    WINDOWS.map((window) => {
      const { bucketMs } = SPANS[window];
      const at = Math.floor(from.getTime() / bucketMs);
      let left = granted;
      const before = (counts[window] ?? []).map(([bucket, sent]) => {
        // A clock that jumped back counted into a newer bucket.
        const taken = bucket >= at ? Math.min(left, sent) : 0;
        left -= taken;
        return [bucket, sent - taken] as const;
      });
      const kept = before.filter(([, sent]) => sent > 0);
      return [window, counted(kept, Math.floor(to.getTime() / bucketMs), used)];
    }),
  ) as unknown as Counts;
}

function counted(buckets: readonly (readonly [number, number])[], bucket: number, sent: number) {
  if (sent === 0) return buckets;
  const last = buckets.at(-1);
  // A clock that jumped back counts into the newest bucket.
  if (last && last[0] >= bucket) return [...buckets.slice(0, -1), [last[0], last[1] + sent] as const];
  return [...buckets, [bucket, sent] as const];
}

/** When one more fits into the window: once enough of its oldest buckets have left it. */
function roomAt(
  counts: Counts,
  { window, limit }: { window: WindowName; limit: number },
  now: number,
): number {
  const { ms, bucketMs } = SPANS[window];
  let sum = sentIn(counts, window, new Date(now));
  if (sum < limit) return now;
  for (const [bucket, sent] of currentBuckets(counts, window, now)) {
    sum -= sent;
    if (sum < limit) return (bucket + 1) * bucketMs + ms;
  }
  return now + ms;
}

export const WARM_UP_START = 50;
/** From here on, a new account sends as much as its limits allow: 50 × 2^10 a day. */
export const WARM_UP_DAYS = 10;

/** The warm-up plan: 50 on the first day, and twice as many each day after (5.1.7). Null once it's over. */
export function warmUpLimit(startedAt: string | null, now: Date): number | null {
  if (startedAt === null) return null;
  const day = Math.max(0, Math.floor((now.getTime() - Date.parse(startedAt)) / DAY_MS));
  return day >= WARM_UP_DAYS ? null : WARM_UP_START * 2 ** day;
}

/** The smaller of two limits, of which null is none. */
export function lower(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** What Google allows in any 24 hours, by the kind of account, and in any minute (5.1.2). */
export const GMAIL_PER_DAY = { personal: 500, workspace: 2000 } as const;
export const GMAIL_PLANS = ["personal", "workspace"] as const;
export type GmailPlan = (typeof GMAIL_PLANS)[number];
export const GMAIL_PER_MINUTE = 150;

export const REPLY_KINDS = ["accepted", "soft", "hard", "policy", "auth", "connection"] as const;
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
const FULL_WORDS =
  /over ?quota|mailbox[^.]{0,80}(?:full|quota)|(?:storage|inbox|disk)[^.]{0,80}(?:full|quota|exceed)/i;
/** The sender has sent too much, whatever code a server gives that. */
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
  if (asksToSlowDown({ code: 500, text }) || (subject === "2" && detail === "2") || FULL_WORDS.test(text))
    return "soft";
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
