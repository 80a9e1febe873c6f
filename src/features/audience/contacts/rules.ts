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

/** Who may get campaigns, unless they paused them (`paused_until`). */
export const MAILABLE_STATUSES = ["new", "confirmed"] as const satisfies readonly Status[];

/** How long the link in a confirmation e-mail works. */
export const CONFIRM_DAYS = 14;

export const NAME_CHARS_MAX = 100;
export const PHONE_CHARS_MAX = 50;
export const NOTE_CHARS_MAX = 5000;
export const NOTES_MAX = 1000;
export const TAGS_MAX = 50;
export const TAG_CHARS_MAX = 50;
export const FIELDS_MAX = 50;

/** What every sign-up agrees to, unless a form says otherwise. */
export const NEWS_TOPIC = "news";

/** What consents, suppressions, and campaigns call a topic. */
export const TOPIC_KEY = /^[a-z][a-z0-9_]{0,49}$/;
export const TOPICS_MAX = 20;
export const TOPIC_NAME_CHARS_MAX = 60;

/** Something that an account writes about, which people can leave without leaving everything. */
export interface Topic {
  /** What consents and campaigns know it by. */
  key: string;
  name: string;
}

export const CONSENT_STATES = ["none", "unconfirmed", "confirmed", "unsubscribed"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

/** The proof of someone who wants e-mail again. */
export const RESUBSCRIBED = "You asked for e-mail again on the page that e-mails link to.";

/** How someone got onto the list. */
export const ORIGINS = ["sign_up", "import", "api", "hand"] as const;

export const CONSENT_METHODS = ["form", "import", "api", "link"] as const;
export type ConsentMethod = (typeof CONSENT_METHODS)[number];

/** Why an address gets nothing, the gravest first. A graver reason replaces a lighter one. */
export const SUPPRESSION_REASONS = [
  "complaint",
  "spamtrap",
  "hard_bounce",
  "manual",
  "erased",
  "unsubscribe",
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** What signing up again lifts: reasons that were the person's own. */
export const LIFTED_BY_SIGN_UP = ["unsubscribe", "erased"] as const satisfies readonly SuppressionReason[];

/** What the owner or an admin may lift, saying why. The others are the person’s own, or harm the sender. */
export const LIFTED_BY_TEAM = ["hard_bounce", "manual"] as const satisfies readonly SuppressionReason[];

/** How many addresses one call may suppress. */
export const SUPPRESS_MAX = 1000;

/** The status of a contact whose address is suppressed for everything. */
export const STATUS_OF: Readonly<Record<SuppressionReason, Status>> = {
  complaint: "complained",
  spamtrap: "blocked",
  hard_bounce: "bounced",
  manual: "blocked",
  erased: "blocked",
  unsubscribe: "unsubscribed",
};

/** What someone asked about what's known about them. */
export const REQUEST_KINDS = ["access", "erasure"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** Why someone left, in their own words' stead. */
export const LEAVING_REASONS = ["too_many", "not_interested", "never_signed_up", "other"] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

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
  "reply",
  "answer",
  "merged",
  "split",
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Where someone came from when they signed up. */
export interface Touch {
  at: string;
  profile_id: string;
  referrer_host: string;
  country: string;
  /** The page's own query: `source`, `medium`, `campaign`, … */
  utm?: Record<string, string>;
  /** The app whose browser showed the page. */
  app?: string;
  /** The title of the link they opened last before they signed up. */
  link?: string;
  /** Which URL of that link's A/B test they got. */
  variant?: "a" | "b";
}

export const FIELD_TYPES = ["text", "number", "date", "choice", "bool", "url"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];
export type FieldValue = string | number | boolean | null;

/** A field that an account defined for its contacts. */
export interface FieldDefinition {
  key: string;
  label: string;
  type: FieldType;
  /** What a `choice` offers. */
  choices: string[];
}

/** What makes up a contact's score, for each time it happened. What's 30 days old counts half. */
export const SCORE_POINTS: Readonly<Record<string, number>> = {
  sign_up: 5,
  opened: 1,
  clicked: 3,
  reply: 10,
};
export const SCORE_HALF_LIFE_DAYS = 30;

/** One reason for a score: what happened, how often, and what that's worth by now. */
export interface ScoreReason {
  kind: string;
  count: number;
  points: number;
}

/** `times` is how often each kind happened, and `weight` the same with older times counting less. */
export function scoreOf(times: readonly { kind: string; count: number; weight: number }[]): {
  points: number;
  reasons: ScoreReason[];
} {
  const reasons = times
    .map(({ kind, count, weight }) => ({
      kind,
      count,
      points: Math.round(weight * (SCORE_POINTS[kind] ?? 0)),
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

/** A step of the account's pipeline. */
export interface Stage {
  id: string;
  name: string;
  color: StageColor;
}

/** What a pipeline starts with. */
export const FIRST_STAGES = [
  { name: "New", color: "gray" },
  { name: "Talking", color: "blue" },
  { name: "Offer sent", color: "yellow" },
  { name: "Won", color: "green" },
  { name: "Lost", color: "red" },
] as const satisfies readonly Omit<Stage, "id">[];

export const CURRENCY = /^[A-Z]{3}$/;
/** What a contact may be worth, in hundredths of the pipeline's currency. */
export const VALUE_CENTS_MAX = 100_000_000_000;

/** Where a contact is that nobody has placed yet. */
export const NO_STAGE = { stage_id: null, stage_at: null, value_cents: null, owner_id: null } as const;

export const TASK_TITLE_CHARS_MAX = 200;
/** Tasks of one contact that aren't done. */
export const OPEN_TASKS_MAX = 100;

/** A contact as templates see it. */
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

/** A contact's row as templates see it. */
export function toMergeContact(row: Omit<MergeContact, "first_name">): MergeContact {
  const { id, email, name, phone, country, tags, fields } = row;
  return { id, email, name, first_name: firstNameOf(name), phone, country, tags, fields };
}

/** “Ada” of “Ada Lovelace”; the name itself where it isn't written that way. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}

/** Cleaned text without line breaks. */
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

/** A person without identifying details: "A…", "a…@…", and no phone number. */
export function maskPerson({ name, email }: { name: string; email: string }) {
  const first = (text: string) => [...text].slice(0, 1).join("");
  return { name: `${first(name)}…`, email: `${first(email)}…@…`, phone: null };
}
