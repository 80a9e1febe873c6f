import { DAY_MS } from "#src/lib/time.ts";

/** Which states a thing may go to from each of its states. */
export type Machine<State extends string> = Readonly<Record<State, readonly State[]>>;

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
 * `uncertain`: the process ended after the hand-over began and before we knew how it went. It's never sent
 * again by itself, also once its sending account says that it never went out. A lease whose message waits for another try goes back to `pending`, as does one that ran
 * out before its hand-over. People may retry what `failed`.
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

/** What comes back about a message. `policy`: refused because of the sender or the content, not the address. */
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

/** Whoever leaves by a provider's own list may have got the message or not. */
const STATE_AFTER: Readonly<Record<Exclude<FeedbackKind, "unsubscribed">, DeliveryState>> = {
  delivered: "delivered",
  bounced_soft: "bounced_soft",
  policy: "bounced_soft",
  bounced_hard: "bounced_hard",
  complained: "complained",
  replied: "delivered",
};

/** Where something that came back moves its message, if anywhere. What came back has left, whatever we knew. */
export function stateAfter(from: DeliveryState, kind: FeedbackKind): DeliveryState | undefined {
  if (kind === "unsubscribed") return undefined;
  const to = STATE_AFTER[kind];
  return canTransition(DELIVERY_TRANSITIONS, from === "leased" ? "handed_over" : from, to) ? to : undefined;
}

/** So many campaigns in a row that an inbox has no room for within 30 days, and it gets nothing for 30 days. */
export const SOFT_BOUNCES_MAX = 5;
export const SOFT_BOUNCE_DAYS = 30;
export const SOFT_BOUNCE_PAUSE_DAYS = 30;

/** Complaints are counted over this long, for each sending account. */
export const COMPLAINT_DAYS = 7;
const COMPLAINTS_ALARM = 0.001;
const COMPLAINTS_PAUSE = 0.003;
/** Fewer e-mails count as this many, so that one complaint alarms and three pause. */
const COMPLAINTS_OF_MIN = 1000;

/** What so many complaints about so many e-mails ask for (5.10.11). */
export function judgeComplaints(complaints: number, sent: number): "pause" | "alarm" | "fine" {
  const rate = complaints / Math.max(sent, COMPLAINTS_OF_MIN);
  if (rate >= COMPLAINTS_PAUSE) return "pause";
  return rate >= COMPLAINTS_ALARM ? "alarm" : "fine";
}
/** More e-mails than this change nothing about what so many complaints ask for. */
export const COMPLAINTS_LOOK_AT = 1 / COMPLAINTS_ALARM;

/** A policy block is told about once in this time. */
export const POLICY_ALARM_MS = DAY_MS;

/** Why somebody in the audience gets nothing, or nothing anymore. */
export const SKIP_REASONS = {
  suppressed: "They unsubscribed, their address bounced, or you blocked it.",
  received: "They already have this e-mail.",
  consent: "They haven’t agreed to get e-mail, or haven’t confirmed it.",
  paused: "They asked for a break, or their inbox keeps turning e-mail away.",
  often: "They asked for fewer e-mails, and got one lately.",
  recent: "They got an e-mail from you less than two days before.",
  missed: "Their time passed while this instance was down, and you left them out.",
  erased: "They were deleted.",
  canceled: "You canceled the campaign.",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** Why a message waits although its time has come. */
export const WAIT_REASONS = {
  capped: "They’ve had as many e-mails as you allow, so this one waits.",
  late: "This instance was down at their time, so it waits for you.",
} as const;
export type WaitReason = keyof typeof WAIT_REASONS;

/** Why a message didn't go out. */
export const FAIL_REASONS = {
  hard: "The address doesn’t exist or takes no e-mail.",
  policy: "The receiver refused this e-mail.",
  soft: "The receiver kept putting it off.",
  content: "This person’s e-mail couldn’t be written.",
  unsent: "The sending account doesn’t have it, so it never went out. You can try again.",
} as const;
export type FailReason = keyof typeof FAIL_REASONS;

const MINUTE_S = 60;
const HOUR_S = 3600;
/** Waits after temporary refusals (4xx). A refusal after the last one is final. */
export const RETRY_WAITS_S = [MINUTE_S, 5 * MINUTE_S, 30 * MINUTE_S, 2 * HOUR_S, 8 * HOUR_S];

/** How long to wait after this many temporary refusals. Undefined after the last. */
export function waitAfter(refusals: number): number | undefined {
  return RETRY_WAITS_S[refusals - 1];
}

/** Up to a tenth more, always the same for one contact, so that not everyone's next try is at one moment. */
export function spread(seconds: number, contact_id: string): number {
  const part = Number.parseInt(contact_id.slice(-4), 16) / 0xffff;
  return seconds * (1 + (Number.isNaN(part) ? 0 : part / 10));
}

/** How long a message waits that its sending account may not send yet, so that it doesn't stand in others' way. */
export const LIMIT_WAIT_SECONDS = 15 * MINUTE_S;
/** How long a failed connection holds back the message it was for. */
export const RECONNECT_SECONDS = 10;
/** So many temporary refusals in a row by one receiving host hold back everything for that host. */
export const HOST_REFUSALS_MAX = 3;

/** A worker that hasn't renewed its lease for this long counts as dead. */
export const LEASE_SECONDS = 20;
export const LEASE_RENEWED_EVERY_MS = 5_000;
/** Messages that one worker takes at a time. */
export const LEASED_ROWS = 200;
/** One account's loops in a process, so that others' always find room. */
export const WORKERS_PER_ACCOUNT_MAX = 4;
/** What takes longer than this to hand over is uncertain. */
export const ATTEMPT_TIMEOUT_MS = 5 * 60_000;

/** So many connections in a row that fail pause a campaign. */
export const CONNECTION_FAILURES_MAX = 25;
/** So many refusals among the last messages pause a campaign. */
export const RECENT_MESSAGES = 200;
export const RECENT_REFUSALS_MAX = RECENT_MESSAGES * 0.05;

/** Writing one e-mail takes a few milliseconds. So many in a row that take longer than this pause a campaign. */
export const SLOW_RENDER_MS = 20;
export const SLOW_RENDERS_MAX = 50;

/** The most e-mails that a cap may name. */
export const CAP_MAX = 100;

/**
 * Whose opens and clicks are counted: each person's, only how many there were (5.10.19), or none. Where only totals are
 * kept, links are the same for everyone, so nobody can be told apart.
 */
export const TRACKING = ["each", "totals", "none"] as const;
export type Tracking = (typeof TRACKING)[number];

export const LINKS_MAX = 500;

/** For this long after the hand-over, an unsubscription counts towards its campaign. */
export const UNSUBSCRIBED_WITHIN_MS = 7 * DAY_MS;
