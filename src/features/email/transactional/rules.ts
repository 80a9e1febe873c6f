import type { DeliveryState, FeedbackKind } from "#src/features/email/delivery/rules.ts";

export const VARIABLES_MAX = 100;
export const VARIABLE_CHARS_MAX = 10_000;
/** Includes the variables, and the escaping of HTML in JSON. */
export const MAIL_BYTES_MAX = 1024 * 1024;

/** An e-mail's outcome is stored this long. Its content is deleted as soon as it has been sent. */
export const RETENTION_DAYS = 30;
/** Each of them may be large. */
export const LEASED_ROWS = 10;
/** An e-mail waits this long if its server couldn't be reached. */
export const RECONNECT_SECONDS = 60;

export const MAIL_REASONS = {
  suppressed: "The address bounced, reported your e-mail as spam, or was blocked by your team.",
  hard: "The address doesn’t exist or takes no e-mail.",
  policy: "The receiver refused this e-mail.",
  soft: "The receiver kept putting it off.",
  full: "It came back. The inbox may be full.",
} as const;
export type MailReason = keyof typeof MAIL_REASONS;

/** States in which it may still go out, so that its content is needed. */
export const WAITING_STATES: readonly DeliveryState[] = ["pending", "leased"];

/** Suppressions that don't apply to requested e-mail. Unsubscribing is about news. */
export const IGNORED_SUPPRESSION_REASONS = ["unsubscribe", "erased"] as const;

/** The reason for each kind of feedback. */
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

export const PROBATION_NOTICE =
  "New accounts send only so much a day for their first week. It waits its turn.";
