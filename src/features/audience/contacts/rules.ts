import type { SuppressionReason } from "#src/features/audience/consent-records/rules.ts";
import { cleanText } from "#src/lib/text.ts";

/**
 * `new` and `confirmed` contacts may get e-mail; `unconfirmed` ones haven't used the link in the confirmation
 * e-mail yet. The others are suppressed.
 */
export const STATUSES = [
  "new",
  "unconfirmed",
  "confirmed",
  "unsubscribed",
  "bounced",
  "complained",
  "blocked",
] as const;
export type Status = (typeof STATUSES)[number];

/** Statuses that allow campaigns, unless paused (`paused_until`). */
export const MAILABLE_STATUSES = ["new", "confirmed"] as const satisfies readonly Status[];

export const NAME_CHARS_MAX = 100;
export const PHONE_CHARS_MAX = 50;
export const NOTE_CHARS_MAX = 5000;
export const NOTES_MAX = 1000;
export const TAGS_MAX = 50;
export const TAG_CHARS_MAX = 50;
export const FIELDS_MAX = 50;

/** Ways onto the list. */
export const ORIGINS = ["sign_up", "import", "api", "hand"] as const;

/** The status of a contact whose address is suppressed for everything. */
export const STATUS_OF: Readonly<Record<SuppressionReason, Status>> = {
  complaint: "complained",
  spamtrap: "blocked",
  hard_bounce: "bounced",
  manual: "blocked",
  erased: "blocked",
  unsubscribe: "unsubscribed",
};

export const REQUEST_KINDS = ["access", "erasure"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

export const TIMELINE_KINDS = [
  "visited",
  "link_opened",
  "sign_up",
  "confirmed",
  "asked",
  "created",
  "updated",
  "note",
  "suppressed",
  "lifted",
  "left",
  "stage",
  "owner",
  "task",
  "sent",
  "opened",
  "clicked",
  "ordered",
  "bounced",
  "waiting",
  "sequence_entered",
  "sequence_left",
  "rule_ran",
  "rule_skipped",
  "rule_failed",
  "reply",
  "answer",
  "merged",
  "split",
  "segment_entered",
  "segment_left",
] as const;
/** Why somebody left a sequence before its end. */
export const SEQUENCE_EXITS = {
  replied: "They replied.",
  ordered: "They bought something.",
  goal: "They reached the goal.",
  condition: "They met the condition for leaving.",
  unsubscribed: "They unsubscribed.",
  suppressed: "Their address bounced, complained, or was blocked.",
  unconfirmed: "They didn’t confirm their sign-up.",
  erased: "They were deleted.",
  merged: "They were merged with someone who’s inside.",
  restarted: "They started over.",
  removed: "Someone on your team took them out.",
  stopped: "The sequence was stopped.",
  circling: "Their steps went in circles.",
} as const;

/** Why a rule that a contact met the conditions of didn’t run. */
export const RULE_SKIPS = {
  budget: "It had run as often as it may in a day.",
  depth: "Rules had triggered each other too often.",
  paused: "It was paused meanwhile.",
} as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** What people sign up with. */
export const TOUCH_DEVICES = ["mobile", "tablet", "desktop"] as const;
export type TouchDevice = (typeof TOUCH_DEVICES)[number];

/** A person's origin at the time of their sign-up. */
export interface Touch {
  at: string;
  profile_id: string;
  referrer_host: string;
  country: string;
  /** The page's own query: `source`, `medium`, `campaign`, … */
  utm?: Record<string, string>;
  /** The app whose browser showed the page. */
  app?: string;
  /** The title of the last link they opened before the sign-up. */
  link?: string;
  /** The variant of that link's A/B test. */
  variant?: "a" | "b";
  device?: TouchDevice;
  /** The first language of their browser, such as `pt`. */
  language?: string;
}

export const FIELD_TYPES = ["text", "number", "date", "choice", "bool", "url"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
export type FieldValue = string | number | boolean | null;

export interface FieldDefinition {
  key: string;
  label: string;
  type: FieldType;
  /** The options of a `choice`. */
  choices: string[];
}

/** Points per event for a contact's engagement. An event from 30 days ago counts half. */
export const ENGAGEMENT_POINTS: Readonly<Record<string, number>> = {
  sign_up: 5,
  opened: 1,
  clicked: 3,
  reply: 10,
};
export const ENGAGEMENT_HALF_LIFE_DAYS = 30;

/** One reason for an engagement: the event, its count, and its current worth. */
export interface ScoreReason {
  kind: string;
  count: number;
  points: number;
}

/** `times` is the count of each kind, and `weight` the same with older events counting less. */
export function engagementOf(times: readonly { kind: string; count: number; weight: number }[]): {
  points: number;
  reasons: ScoreReason[];
} {
  const reasons = times
    .map(({ kind, count, weight }) => ({
      kind,
      count,
      points: Math.round(weight * (ENGAGEMENT_POINTS[kind] ?? 0)),
    }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || (a.kind < b.kind ? -1 : 1));
  return { points: reasons.reduce((sum, { points }) => sum + points, 0), reasons };
}

export const STAGES_MAX = 20;
export const STAGE_NAME_CHARS_MAX = 40;
export const STAGE_COLORS = [
  "gray",
  "blue",
  "cyan",
  "green",
  "yellow",
  "orange",
  "red",
  "pink",
  "violet",
] as const;
export type StageColor = (typeof STAGE_COLORS)[number];

export interface Stage {
  id: string;
  name: string;
  color: StageColor;
}

export const FIRST_STAGES = [
  { name: "New", color: "gray" },
  { name: "Talking", color: "blue" },
  { name: "Offer sent", color: "yellow" },
  { name: "Won", color: "green" },
  { name: "Lost", color: "red" },
] as const satisfies readonly Omit<Stage, "id">[];

export const CURRENCY = /^[A-Z]{3}$/;
/** The maximum value of a contact, in hundredths of the pipeline's currency. */
export const VALUE_CENTS_MAX = 100_000_000_000;

export const NO_STAGE = { stage_id: null, stage_at: null, value_cents: null, owner_id: null } as const;

/** The most that a score can be, above zero and below. */
export const SCORE_MAX = 1_000_000;
/** The most points that one change gives or takes. */
export const SCORE_CHANGE_MAX = 10_000;

export const TASK_TITLE_CHARS_MAX = 200;
export const OPEN_TASKS_MAX = 100;

export interface MergeContact {
  id: string;
  email: string;
  name: string;
  first_name: string;
  phone: string | null;
  country: string;
  tags: string[];
  fields: Record<string, FieldValue>;
}

export function toMergeContact(row: Omit<MergeContact, "first_name">): MergeContact {
  const { id, email, name, phone, country, tags, fields } = row;
  return { id, email, name, first_name: firstNameOf(name), phone, country, tags, fields };
}

/** “Ada” of “Ada Lovelace”; the name itself if it isn't written that way. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** Sanitizes text without line breaks. */
export function oneLine(text: string, max: number): string {
  return cleanText(text.replace(/\s+/g, " "), max);
}

const PHONE_DIGITS_MIN = 4;
const PHONE_DIGITS_MAX = 25;
/** Digits of any script with the usual punctuation between them, and an optional extension at the end. */
const PHONE = /^[+(]{0,2}\p{Nd}[\p{Nd}\p{Zs}\p{Pd}+()./*#,;]*(?:(?:ext|x)\.?\p{Zs}*\p{Nd}+)?$/iu;

/** True for a phone number in any common notation: `+49 30 123456`, `(030) 123-456`, `030/12 34 56 ext. 7`. */
export function isPhone(text: string): boolean {
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0;
  return PHONE.test(text) && digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX;
}

/** Masks identifying details: "A…", "a…@…", and no phone number. */
export function maskPerson({ name, email }: { name: string; email: string }) {
  const first = (text: string) => [...text].slice(0, 1).join("");
  return { name: `${first(name)}…`, email: `${first(email)}…@…`, phone: null };
}

/** A search that's empty after removing impossible characters must find nothing, rather than everything. */
export function toSearchText(q = ""): string {
  return cleanText(q, 200) || q.trim().replaceAll("\0", "\ufffd");
}
