import { DAY_MS } from "#src/lib/time.ts";

export const MAILBOXES_MAX = 20;
/**
 * Connections that one process has to a sending account's server, and so messages that it has on the way at a time:
 * what's begun without a connection would wait where no pause reaches it.
 */
export const CONNECTIONS_MAX = 5;
export const NAME_CHARS_MAX = 100;
export const POSTAL_CHARS_MAX = 300;
/** How long a code proves an address, and how many wrong ones may be tried. */
export const CODE_MS_MAX = 30 * 60_000;
export const CODE_DIGITS = 6;
export const CODE_TRIES_MAX = 5;
/** How long we wait after a server has asked us to slow down without saying how long. */
export const SLOW_DOWN_MS = 15 * 60_000;

/** `instance`: the mail server of whoever runs the instance, for accounts that have none. */
export const KINDS = ["smtp", "gmail", "instance"] as const;
export type MailboxKind = (typeof KINDS)[number];

/** The address that has to be its owner's: what comes from the instance's proves nothing about who sends it. */
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

export function canTransition(from: MailboxState, to: MailboxState): boolean {
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
export const AUTHS = ["plain", "login", "cram-md5", "xoauth2", "none"] as const;
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
const SPANS: Readonly<Record<CountName, { ms: number; bucketMs: number }>> = {
  per_second: { ms: 1000, bucketMs: 100 },
  per_minute: { ms: 60_000, bucketMs: 1000 },
  per_hour: { ms: 60 * 60_000, bucketMs: 60_000 },
  per_day: { ms: DAY_MS, bucketMs: 15 * 60_000 },
  per_week: { ms: 7 * DAY_MS, bucketMs: 6 * 60 * 60_000 },
  bounced: { ms: 7 * DAY_MS, bucketMs: 6 * 60 * 60_000 },
};

/** What's counted of what was sent: for each limit, and for how much of it came back. */
const SENT = [...WINDOWS, "per_week"] as const;
type CountName = (typeof SENT)[number] | "bounced";

/** Per window, pairs of a bucket's number and how much was sent in it, or came back, oldest first. */
export type Counts = Readonly<Record<CountName, readonly (readonly [number, number])[]>>;
export const NO_COUNTS: Counts = {
  per_second: [],
  per_minute: [],
  per_hour: [],
  per_day: [],
  per_week: [],
  bounced: [],
};

/** The clocks of two processes never differ by more. If one is behind by that, it has jumped back. */
const CLOCKS_APART_MS = 5 * 60_000;

/**
 * The buckets that still matter. What a clock counted before it jumped back counts as sent now: otherwise, a full
 * window would stay full until the clock is there again. What another process counted whose clock is a little ahead
 * stays where it is: moved, it would soon be out of that one's window.
 */
function currentBuckets(counts: Counts, window: CountName, now: number) {
  const { ms, bucketMs } = SPANS[window];
  const latest = Math.floor(now / bucketMs);
  const ahead = now + Math.max(ms, CLOCKS_APART_MS);
  return (counts[window] ?? [])
    .filter(([bucket]) => (bucket + 1) * bucketMs > now - ms)
    .map(([bucket, sent]) => [bucket * bucketMs > ahead ? latest : bucket, sent] as const);
}

/** How much was sent, or came back, in a window that ends now. */
export function sentIn(counts: Counts, window: CountName, now: Date): number {
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

/** What was reserved at one moment, and how much of it was used until another. */
export interface Spent {
  granted: number;
  used: number;
  from: Date;
  to: Date;
}

/** Moves what was used to when it was over, and gives back the rest. */
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

/** One more came back. */
export function countBounce(counts: Counts, at: Date): Counts {
  const bucket = Math.floor(at.getTime() / SPANS.bounced.bucketMs);
  return { ...counts, bounced: counted(currentBuckets(counts, "bounced", at.getTime()), bucket, 1) };
}

/** Every count of what was sent anew, as `change` makes it. */
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

const BOUNCES_PAUSE = 0.02;
/** Fewer e-mails count as this many, so that two dead addresses on the first day stop nothing. */
const BOUNCES_OF_MIN = 100;

/** Whether more came back for good than a sending account that warms up can afford (5.1.7). */
export function exceedsBounceRate(bounced: number, sent: number): boolean {
  return bounced / Math.max(sent, BOUNCES_OF_MIN) > BOUNCES_PAUSE;
}

/** Counting further helps nobody. */
const DAYS_COUNTED_MAX = 1000;

interface Part {
  count: number;
  /** What each day allows, of which today is 0. Null: as many as one likes. */
  limitOn(day: number): number | null;
}

/** In how many days all parts have gone out, today included, if `allOn` is what a day allows for them together. */
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

/** How much fits into a day through the shorter windows alone. */
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

/** The smaller of two limits, of which null is none. */
export function lowerLimit(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

/** What Google allows in any 24 hours, by the kind of account, and in any minute (5.1.2). */
export const GMAIL_PER_DAY = { personal: 500, workspace: 2000 } as const;
export const GMAIL_PLANS = ["personal", "workspace"] as const;
export type GmailPlan = (typeof GMAIL_PLANS)[number];
export const GMAIL_PER_MINUTE = 150;

/** What providers call our id of an e-mail, in what they report. */
export const TRACE_KEY = "fanfare";
