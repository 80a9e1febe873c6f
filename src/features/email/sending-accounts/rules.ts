import { DAY_MS } from "#src/lib/time.ts";

export const MAILBOXES_MAX = 20;
/**
 * The number of connections of one process to a sending account's server, and so of messages in progress: a
 * message that begins without a connection would wait where no pause reaches it.
 */
export const CONNECTIONS_MAX = 5;
export const NAME_CHARS_MAX = 100;
export const POSTAL_CHARS_MAX = 300;
/** The lifetime of a code, and the number of wrong attempts. */
export const CODE_MS_MAX = 30 * 60_000;
export const CODE_DIGITS = 6;
export const CODE_TRIES_MAX = 5;
/** The wait after a server has asked us to slow down without a time. */
export const SLOW_DOWN_MS = 15 * 60_000;

/** `instance`: the instance's own mail server, for accounts that have none. */
export const KINDS = ["smtp", "gmail", "instance"] as const;
export type MailboxKind = (typeof KINDS)[number];

/**
 * Returns the address that its owner has to verify: e-mail from the instance's address proves nothing about
 * its sender.
 */
export function addressToVerify({
  kind,
  from_address,
  reply_to,
}: {
  kind: MailboxKind;
  from_address: string;
  reply_to: string;
}): string {
  return kind === "instance" ? reply_to : from_address;
}

/** Features 5.1.10. */
export const STATES = [
  /** It hasn't sent a test yet, or its address isn't verified. */
  "unverified",
  "active",
  /** Throttled by its server. It continues on its own. */
  "throttled",
  /** Too many e-mails came back or were reported. */
  "paused_by_reputation",
  /** Its server refuses our sign-in. */
  "auth_failed",
  "disabled",
] as const;
export type MailboxState = (typeof STATES)[number];

/** The successors of each state. Everything may be disabled, and enabled again. */
const MOVES: Readonly<Record<MailboxState, readonly MailboxState[]>> = {
  unverified: ["active", "auth_failed", "disabled"],
  active: ["unverified", "throttled", "paused_by_reputation", "auth_failed", "disabled"],
  throttled: ["unverified", "active", "paused_by_reputation", "auth_failed", "disabled"],
  paused_by_reputation: ["unverified", "active", "auth_failed", "disabled"],
  auth_failed: ["unverified", "active", "disabled"],
  disabled: ["unverified", "active"],
};

export function canTransition(from: MailboxState, to: MailboxState): boolean {
  return MOVES[from].includes(to);
}

/** True for states that only a person can end, and nobody chose. */
export function needsPerson(state: string): boolean {
  return state === "auth_failed" || state === "paused_by_reputation";
}

/** The encryption of a connection: `tls` from its first byte, `starttls` after a greeting, `none` never. */
export const SECURITIES = ["starttls", "tls", "none"] as const;
export type Security = (typeof SECURITIES)[number];

/** Ways to sign in. `none` is for servers that identify us by IP address. */
export const AUTHS = ["plain", "login", "cram-md5", "xoauth2", "none"] as const;
export type Auth = (typeof AUTHS)[number];

/** Limits per window. Null: as much as the others allow. */
export const WINDOWS = ["per_second", "per_minute", "per_hour", "per_day"] as const;
export type WindowName = (typeof WINDOWS)[number];
export type SendLimits = Readonly<Record<WindowName, number | null>>;
export const NO_LIMITS: SendLimits = { per_second: null, per_minute: null, per_hour: null, per_day: null };

/**
 * A window's length, and that of its counting buckets. A bucket that's only partly inside counts as a whole,
 * so no stretch of the window's length ever exceeds its limit.
 */
const SPANS: Readonly<Record<CountName, { ms: number; bucketMs: number }>> = {
  per_second: { ms: 1000, bucketMs: 100 },
  per_minute: { ms: 60_000, bucketMs: 1000 },
  per_hour: { ms: 60 * 60_000, bucketMs: 60_000 },
  per_day: { ms: DAY_MS, bucketMs: 15 * 60_000 },
  per_week: { ms: 7 * DAY_MS, bucketMs: 6 * 60 * 60_000 },
  bounced: { ms: 7 * DAY_MS, bucketMs: 6 * 60 * 60_000 },
};

/** The counters of sent e-mail: for each limit, and for the bounce rate. */
const SENT = [...WINDOWS, "per_week"] as const;
type CountName = (typeof SENT)[number] | "bounced";

/** Per window, pairs of a bucket's number and the number sent in it, or bounced, oldest first. */
export type Counts = Readonly<Record<CountName, readonly (readonly [number, number])[]>>;
export const NO_COUNTS: Counts = {
  per_second: [],
  per_minute: [],
  per_hour: [],
  per_day: [],
  per_week: [],
  bounced: [],
};

/** The clocks of two processes never differ by more. A larger difference means that one has jumped back. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * Returns the buckets that still matter. Counts from before a clock jumped back count as sent now: otherwise,
 * a full window would stay full until the clock is there again. Counts from another process whose clock is a
 * little ahead stay in place: moved, they would soon be out of its window.
 */
function currentBuckets(counts: Counts, window: CountName, now: number) {
  const { ms, bucketMs } = SPANS[window];
  const latest = Math.floor(now / bucketMs);
  const ahead = now + Math.max(ms, CLOCKS_APART_MS);
  return (counts[window] ?? [])
    .filter(([bucket]) => (bucket + 1) * bucketMs > now - ms)
    .map(([bucket, sent]) => [bucket * bucketMs > ahead ? latest : bucket, sent] as const);
}

/** Returns the number sent, or bounced, in a window that ends now. */
export function sentIn(counts: Counts, window: CountName, now: Date): number {
  return currentBuckets(counts, window, now.getTime()).reduce((sum, [, sent]) => sum + sent, 0);
}

export interface Reservation {
  granted: number;
  /** The time when more may go, or null for now. In milliseconds since 1970. */
  next_at: number | null;
  counts: Counts;
}

/** Reserves up to `wanted` from every window at once, and returns when there's room again. */
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
  const after = changeSent(counts, (window) => {
    const bucket = Math.floor(now / SPANS[window].bucketMs);
    return counted(currentBuckets(counts, window, now), bucket, granted);
  });
  const waits = WINDOWS.map((window) => {
    const limit = limits[window];
    return limit === null ? now : roomAt(after, { window, limit }, now);
  });
  const next = Math.max(...waits);
  return { granted, next_at: next > now ? next : null, counts: after };
}

/** A reservation made at one moment, and the part of it used by another. */
export interface Spent {
  granted: number;
  used: number;
  from: Date;
  to: Date;
}

/** Moves the used part to the time when it was over, and returns the rest. */
export function settleReservation(counts: Counts, { granted, used, from, to }: Spent): Counts {
  return changeSent(counts, (window) => {
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
    return counted(kept, Math.floor(to.getTime() / bucketMs), used);
  });
}

export function countBounce(counts: Counts, at: Date): Counts {
  const bucket = Math.floor(at.getTime() / SPANS.bounced.bucketMs);
  return { ...counts, bounced: counted(currentBuckets(counts, "bounced", at.getTime()), bucket, 1) };
}

/** Applies `change` to every counter of sent e-mail. */
function changeSent(counts: Counts, change: (window: (typeof SENT)[number]) => Counts[CountName]): Counts {
  return { ...counts, ...Object.fromEntries(SENT.map((window) => [window, change(window)])) };
}

function counted(buckets: readonly (readonly [number, number])[], bucket: number, sent: number) {
  if (sent === 0) return buckets;
  const last = buckets.at(-1);
  // A clock that jumped back counts into the newest bucket.
  if (last && last[0] >= bucket) return [...buckets.slice(0, -1), [last[0], last[1] + sent] as const];
  return [...buckets, [bucket, sent] as const];
}

/** Returns when one more fits into the window: once enough of its oldest buckets have left it. */
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

/** The warm-up limit: 50 on the first day, and twice as many each day after (5.1.7). Null once it's over. */
export function warmUpLimit(startedAt: string | null, now: Date): number | null {
  if (startedAt === null) return null;
  const day = Math.max(0, Math.floor((now.getTime() - Date.parse(startedAt)) / DAY_MS));
  return day >= WARM_UP_DAYS ? null : WARM_UP_START * 2 ** day;
}

const BOUNCES_PAUSE = 0.02;
/** Fewer e-mails count as this many, so that two dead addresses on the first day stop nothing. */
const BOUNCES_OF_MIN = 100;

/** True if there were more hard bounces than a sending account that warms up can afford (5.1.7). */
export function exceedsBounceRate(bounced: number, sent: number): boolean {
  return bounced / Math.max(sent, BOUNCES_OF_MIN) > BOUNCES_PAUSE;
}

/** Higher counts are of no use. */
const DAYS_COUNTED_MAX = 1000;

interface Part {
  count: number;
  /** The limit of each day, counted from 0 for today. Null for no limit. */
  limitOn(day: number): number | null;
}

/**
 * Returns the number of days until all parts have been sent, today included, if `allOn` is the common limit
 * of a day.
 */
export function daysFor(parts: readonly Part[], allOn: Part["limitOn"]): number {
  let open = parts;
  for (let day = 0; day < DAYS_COUNTED_MAX; day++) {
    let room = allOn(day) ?? Number.POSITIVE_INFINITY;
    open = open.map(({ count, limitOn }) => {
      const gone = Math.min(count, room, limitOn(day) ?? count);
      room -= gone;
      return { count: count - gone, limitOn };
    });
    if (open.every(({ count }) => count === 0)) return day + 1;
  }
  return DAYS_COUNTED_MAX;
}

/** Returns how much fits into a day through the shorter windows alone. */
export function dayThrough({ per_second, per_minute, per_hour }: SendLimits): number | null {
  const windows = [
    [per_second, DAY_MS / 1000],
    [per_minute, DAY_MS / 60_000],
    [per_hour, 24],
  ] as const;
  return windows.reduce<number | null>(
    (least, [limit, times]) => lowerLimit(least, limit === null ? null : limit * times),
    null,
  );
}

/** Returns the smaller of two limits, where null means none. */
export function lowerLimit(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** Google's limits in any 24 hours, by the kind of account, and in any minute (5.1.2). */
export const GMAIL_PER_DAY = { personal: 500, workspace: 2000 } as const;
export const GMAIL_PLANS = ["personal", "workspace"] as const;
export type GmailPlan = (typeof GMAIL_PLANS)[number];
export const GMAIL_PER_MINUTE = 150;

/** The name of our e-mail id in providers' reports. */
export const TRACE_KEY = "fanfare";

/** Why a receiver gets nothing for now: somebody decided so, or a rule did. */
export const PAUSE_REASONS = ["hand", "complaints", "deferrals"] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Messages to a paused receiver are looked at again after this. */
export const PAUSED_AGAIN_SECONDS = 15 * 60;
