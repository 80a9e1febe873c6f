/* What Google and Yahoo want of those who send to many (their guidelines for bulk senders, since February 2024). */

/** Below this, complaints are fine. */
export const COMPLAINTS_TARGET = 0.001;
/** From here on, receivers refuse e-mail. */
export const COMPLAINTS_ALARM = 0.003;
/** Dead addresses at which a list looks bought. */
export const HARD_BOUNCES_WARNING = 0.05;
export const HARD_BOUNCES_ALARM = 0.1;
/** Fewer messages say nothing: one complaint of ten is no trend. */
export const JUDGED_MESSAGES_MIN = 100;

export const LEVELS = ["few", "good", "warning", "alarm"] as const;
export type Level = (typeof LEVELS)[number];

interface Judged {
  /** Messages that were sent or refused. */
  attempted: number;
  /** From 0 to 1. Null if the receiver doesn't report complaints. */
  complaint: number | null;
  bounce_hard: number | null;
}

export function levelOf({ attempted, complaint, bounce_hard }: Judged): Level {
  if (attempted < JUDGED_MESSAGES_MIN) return "few";
  const [complaints, bounces] = [complaint ?? 0, bounce_hard ?? 0];
  if (complaints >= COMPLAINTS_ALARM || bounces >= HARD_BOUNCES_ALARM) return "alarm";
  return complaints >= COMPLAINTS_TARGET || bounces >= HARD_BOUNCES_WARNING ? "warning" : "good";
}
