/* The dashboard shows these texts. */
import { DAY_MS } from "#src/lib/time.ts";

/** Maps each state to its possible successors. */
export type Machine<State extends string> = Readonly<Record<State, readonly State[]>>;

export const BATCH_STATES = ["sending", "paused", "done", "canceled"] as const;
/** `done`: nothing of it waits. It goes on if messages are tried again or recipients are added. */
export type BatchState = (typeof BATCH_STATES)[number];

export const DELIVERY_STATES = [
  "pending",
  "leased",
  "uncertain",
  "handed_over",
  "delivered",
  "bounced_soft",
  "bounced_hard",
  "complained",
  "failed",
  "skipped",
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * `uncertain`: the process ended after the attempt began and before its outcome was known. It's never resent
 * automatically, even if its sending account reports that it never went out. A lease whose message waits for
 * a retry goes back to `pending`, as does one that expired before its attempt. People may retry `failed`
 * messages.
 */
export const DELIVERY_TRANSITIONS: Machine<DeliveryState> = {
  pending: ["leased", "skipped"],
  leased: ["pending", "uncertain", "handed_over", "bounced_soft", "failed", "skipped"],
  uncertain: ["handed_over", "delivered", "bounced_soft", "bounced_hard", "complained", "failed", "pending"],
  handed_over: ["delivered", "bounced_soft", "bounced_hard", "complained"],
  delivered: ["bounced_soft", "bounced_hard", "complained"],
  bounced_soft: ["bounced_hard"],
  bounced_hard: [],
  complained: [],
  failed: ["pending"],
  skipped: [],
};

export function canTransition<State extends string>(moves: Machine<State>, from: State, to: State): boolean {
  return moves[from].includes(to);
}

/** Kinds of feedback on a message. `policy`: refused because of sender or content, not the address. */
export const FEEDBACK_KINDS = [
  "delivered",
  "bounced_soft",
  "policy",
  "bounced_hard",
  "complained",
  "unsubscribed",
  "replied",
] as const;
export type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** An unsubscription through a provider's own list doesn't tell whether the message arrived. */
const STATE_AFTER: Readonly<Record<Exclude<FeedbackKind, "unsubscribed">, DeliveryState>> = {
  delivered: "delivered",
  bounced_soft: "bounced_soft",
  policy: "bounced_soft",
  bounced_hard: "bounced_hard",
  complained: "complained",
  replied: "delivered",
};

/** The state after feedback, if it changes. Feedback proves that a message was sent, whatever we knew. */
export function stateAfter(from: DeliveryState, kind: FeedbackKind): DeliveryState | undefined {
  if (kind === "unsubscribed") return undefined;
  const to = STATE_AFTER[kind];
  return canTransition(DELIVERY_TRANSITIONS, from === "leased" ? "handed_over" : from, to) ? to : undefined;
}

/** The due time of held messages: never, until someone decides. */
export const HELD_UNTIL_DECIDED = "9999-01-01T00:00:00.000Z";

/**
 * After this many consecutive batches that an inbox has no room for within 30 days, it gets nothing for 30
 * days.
 */
export const SOFT_BOUNCES_MAX = 5;
export const SOFT_BOUNCE_DAYS = 30;
export const SOFT_BOUNCE_PAUSE_DAYS = 30;

/** The period for counting complaints, for each sending account. */
export const COMPLAINT_DAYS = 7;
const COMPLAINTS_ALARM = 0.001;
const COMPLAINTS_PAUSE = 0.003;
/** Fewer e-mails count as this many, so that one complaint triggers an alarm and three pause. */
const COMPLAINTS_OF_MIN = 1000;

/** Returns the consequence of a complaint rate (5.10.11). */
export function judgeComplaints(complaints: number, sent: number): "pause" | "alarm" | "fine" {
  const rate = complaints / Math.max(sent, COMPLAINTS_OF_MIN);
  if (rate >= COMPLAINTS_PAUSE) return "pause";
  return rate >= COMPLAINTS_ALARM ? "alarm" : "fine";
}
/** More e-mails than this don't change the consequence of a number of complaints. */
export const COMPLAINTS_LOOK_AT = 1 / COMPLAINTS_ALARM;

/** Policy blocks are reported at most once in this time. */
export const POLICY_ALARM_MS = DAY_MS;

/** Reasons why someone in the audience doesn't get a message. */
export const SKIP_REASONS = {
  suppressed: "They unsubscribed, their address bounced, or you blocked it.",
  received: "They already have this e-mail.",
  consent: "They haven’t agreed to get e-mail, or haven’t confirmed it.",
  paused: "They asked for a break, or their inbox keeps turning e-mail away.",
  often: "They asked for fewer e-mails, and got one lately.",
  recent: "They got an e-mail from you less than two days before.",
  missed: "Their time passed while this instance was down, and you left them out.",
  erased: "They were deleted.",
  canceled: "Sending was canceled.",
  holdout: "They’re the part of the test that gets nothing, which shows what the e-mail changes.",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** What's said of a message that waits because its receiver is paused. */
export const RECEIVER_PAUSED_NOTICE = "E-mail to this receiver is paused, so it waits.";

/** Reasons why a message waits although its time has come. */
export const WAIT_REASONS = {
  capped: "They’ve had as many e-mails as you allow, so this one waits.",
  late: "This instance was down at their time, so it waits for you.",
  testing: "They get the version that wins the test.",
} as const;
export type WaitReason = keyof typeof WAIT_REASONS;

/** Reasons why a message wasn't sent. */
export const FAIL_REASONS = {
  hard: "The address doesn’t exist or takes no e-mail.",
  policy: "The receiver refused this e-mail.",
  soft: "The receiver kept putting it off.",
  content: "This person’s e-mail couldn’t be written.",
  unsent: "The sending account doesn’t have it, so it never went out. You can try again.",
} as const;
export type FailReason = keyof typeof FAIL_REASONS;

/** The result of an attempt. */
export interface Outcome {
  state: "handed_over" | "pending" | "bounced_soft" | "failed" | "uncertain";
  reason: Exclude<FailReason, "unsent"> | null;
  /** Temporary refusals so far. */
  refusals: number;
  /** When it's tried again. Null keeps the current time. */
  due_at: string | null;
  provider_id: string | null;
  /** The server's own words. */
  outcome: string;
}

/** A message that no worker has anymore. */
export const RELEASED = { worker: null, leased_until: null, attempt_started_at: null };

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Waits after temporary refusals (4xx). A refusal after the last one is final. */
export const RETRY_WAITS_S = [MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 8 * HOUR_S];

/** Returns the wait after this many temporary refusals. Undefined after the last. */
export function waitAfter(refusals: number): number | undefined {
  return RETRY_WAITS_S[refusals - 1];
}

/** Adds up to a tenth, always the same for one contact, so that not all retries happen at once. */
export function spread(seconds: number, contact_id: string): number {
  const part = Number.parseInt(contact_id.slice(-4), 16) / 0xffff;
  return seconds * (1 + (Number.isNaN(part) ? 0 : part / 10));
}

/** A message waits this long if its sending account is over a limit, so that it doesn't block others. */
export const LIMIT_WAIT_SECONDS = 15 * MINUTE_S;
/** A message waits this long after a failed connection. */
export const RECONNECT_SECONDS = 10;
/** This many consecutive temporary refusals by one receiving host hold back all messages to it. */
export const HOST_REFUSALS_MAX = 3;

/** A worker that hasn't renewed its lease for this long counts as dead. */
export const LEASE_SECONDS = 20;
export const LEASE_RENEWED_EVERY_MS = 5_000;
/** The number of messages that one worker leases at a time. */
export const LEASED_ROWS = 200;
/** The maximum number of one account's workers in a process, so that others always find room. */
export const WORKERS_PER_ACCOUNT_MAX = 4;
/** A longer attempt is uncertain. */
export const ATTEMPT_TIMEOUT_MS = 5 * 60_000;

/** This many consecutive failed connections pause a batch. */
export const CONNECTION_FAILURES_MAX = 25;
/** The window for the error budget, which pauses a batch. */
export const RECENT_MESSAGES = 200;
export const RECENT_REFUSALS_MAX = RECENT_MESSAGES * 0.05;

/**
 * Rendering one e-mail takes a few milliseconds. Too many in a row that take longer than this pause a
 * batch.
 */
export const SLOW_RENDER_MS = 20;
export const SLOW_RENDERS_MAX = 50;

/** The maximum of a cap. */
export const CAP_MAX = 100;

/**
 * The tracking of opens and clicks: per person, only totals (5.10.19), or none. With totals, links are the
 * same for everyone, so nobody can be identified.
 */
export const TRACKING = ["each", "totals", "none"] as const;
export type Tracking = (typeof TRACKING)[number];

export const LINKS_MAX = 500;

/** An unsubscription within this time after sending counts toward its batch. */
export const UNSUBSCRIBED_WITHIN_MS = 7 * DAY_MS;
