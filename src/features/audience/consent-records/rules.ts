/** The topic of every sign-up, unless a form has another one. */
export const NEWS_TOPIC = "news";

/** The key of a topic in consents, suppressions, and campaigns. */
export const TOPIC_KEY = /^[a-z][a-z0-9_]{0,49}$/;
export const TOPICS_MAX = 20;
export const TOPIC_NAME_CHARS_MAX = 60;

/** A subject that an account writes about, which people can leave without leaving everything. */
export interface Topic {
  key: string;
  name: string;
}

export const CONSENT_STATES = ["none", "unconfirmed", "confirmed", "unsubscribed"] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export const CONSENT_METHODS = ["form", "import", "api", "link"] as const;
export type ConsentMethod = (typeof CONSENT_METHODS)[number];

/** The proof of someone who subscribes again. */
export const RESUBSCRIBED = "You asked for e-mail again on the page that e-mails link to.";

/** The lifetime of the link in a confirmation e-mail. */
export const CONFIRM_DAYS = 14;

/** Predefined reasons for unsubscribing. */
export const LEAVING_REASONS = ["too_many", "not_interested", "never_signed_up", "other"] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

/** Reasons for a suppression, the gravest first. A graver reason replaces a lesser one. */
export const SUPPRESSION_REASONS = [
  "complaint",
  "spamtrap",
  "hard_bounce",
  "manual",
  "erased",
  "unsubscribe",
] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

/** Reasons that signing up again lifts, because they were the person's own. */
export const LIFTED_BY_SIGN_UP = ["unsubscribe", "erased"] as const satisfies readonly SuppressionReason[];

/**
 * Reasons that the owner or an admin may lift, with an explanation. The others are the person's own, or harm
 * the sender.
 */
export const LIFTED_BY_TEAM = ["hard_bounce", "manual"] as const satisfies readonly SuppressionReason[];

export const SUPPRESS_MAX = 1000;
export const SUPPRESSION_NOTE_CHARS_MAX = 5000;

/** Facts about an address, rather than its owner's wishes, which say nothing about another address. */
const ABOUT_ADDRESSES: readonly SuppressionReason[] = ["hard_bounce", "spamtrap"];

/** Returns the part of a suppression that applies to a person's other address, too. */
export function transferableReason(one: {
  reason: SuppressionReason;
  wish: SuppressionReason | null;
}): SuppressionReason | null {
  return ABOUT_ADDRESSES.includes(one.reason) ? one.wish : one.reason;
}

const STRICTNESS: readonly ConsentState[] = ["confirmed", "none", "unconfirmed", "unsubscribed"];

/** True if the second state lets fewer e-mails through. A proof is valid only for its own address. */
export function isStricter(mine: ConsentState | undefined, theirs: ConsentState): boolean {
  return STRICTNESS.indexOf(theirs) > Math.max(STRICTNESS.indexOf(mine ?? "none"), 1);
}

/** What a merge of two contacts made stricter, for undoing it. */
export interface MergedConsents {
  consents: { topic: string; state: ConsentState; before: object | null }[];
  suppressions: { email_hash: string; scope: string | null; before: object | null }[];
}
