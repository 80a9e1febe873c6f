import type { DeliveryState, FeedbackKind } from "#src/features/email/delivery/rules.ts";

export const VARIABLES_MAX = 100;
export const VARIABLE_CHARS_MAX = 10_000;
/** With the variables, and what JSON makes of HTML. */
export const MAIL_BYTES_MAX = 1024 * 1024;

/** How long it's known what became of an e-mail. What it said is forgotten as soon as it has left. */
export const RETENTION_DAYS = 30;
/** E-mails that one job takes at a time. */
export const LEASED_ROWS = 10;
/** Longer than a job may take. */
export const LEASE_MINUTES = 6;
/** A limit that has room again this soon is waited for. */
export const LIMIT_WAIT_MS_MAX = 3000;

/** Why an e-mail didn't go out. */
export const MAIL_REASONS = {
  suppressed: "The address bounced, reported your e-mail as spam, or was blocked by your team.",
  hard: "The address doesn’t exist or takes no e-mail.",
  policy: "The receiver refused this e-mail.",
  soft: "The receiver kept putting it off.",
  full: "It came back. The inbox may be full.",
} as const;
export type MailReason = keyof typeof MAIL_REASONS;

/** States in which it may still go out, so that what it says is needed. */
export const WAITING_STATES: readonly DeliveryState[] = ["pending", "leased"];

/** What keeps an address from getting even what it asked for. Unsubscribing is about news. */
export const IGNORED_SUPPRESSION_REASONS = ["unsubscribe", "erased"] as const;

/** What came back, as the reason why it isn't there. */
export const FEEDBACK_REASONS: Partial<Record<FeedbackKind, MailReason>> = {
  bounced_hard: "hard",
  policy: "policy",
  bounced_soft: "full",
};

/** An account is new until it has sent for this long with fewer complaints than this (5.10.17). */
export const PROBATION_DAYS = 7;
const COMPLAINTS_BELOW = 0.001;

export function endsProbation({ sent, complaints }: { sent: number; complaints: number }): boolean {
  return sent > 0 && complaints / sent < COMPLAINTS_BELOW;
}

/** Why an e-mail waits. */
export const PROBATION_NOTICE =
  "New accounts send only so much a day for their first week. It waits its turn.";
