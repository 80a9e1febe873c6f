/* The dashboard shows these texts. */
import type { SEQUENCE_EXITS } from "#src/features/audience/contacts/rules.ts";

export const SEQUENCE_STATES = ["draft", "active", "paused", "stopped"] as const;
/** `stopped` is the end: nobody is inside anymore, and nobody gets in. */
export type SequenceState = (typeof SEQUENCE_STATES)[number];

export const ENROLLMENT_STATES = ["active", "waiting", "completed", "exited", "failed"] as const;
/** `active`: their step is next. `waiting`: their step is a wait. The others are ends. */
export type EnrollmentState = (typeof ENROLLMENT_STATES)[number];

/** Timelines of contacts show these, too. */
export { SEQUENCE_EXITS as EXIT_REASONS } from "#src/features/audience/contacts/rules.ts";
export type ExitReason = keyof typeof SEQUENCE_EXITS;

/** Why an e-mail is held back although its step has come. */
export const HOLD_REASONS = {
  hours: "It’s outside of your sending hours.",
  unconfirmed: "They haven’t confirmed their sign-up yet.",
  sender: "The sending account can’t send right now.",
} as const;

/** What happened at a step. */
export const STEP_OUTCOMES = [
  "sent",
  "left_out",
  "waited",
  "yes",
  "no",
  "part",
  "done",
  "ended",
  "failed",
] as const;
export type StepOutcome = (typeof STEP_OUTCOMES)[number];

export const REENTRIES = ["never", "after_end", "always"] as const;
/** Whether somebody may go through a sequence again: not at all, once they’re out, or at once, from the start. */
export type Reentry = (typeof REENTRIES)[number];

export const SEQUENCES_MAX = 100;
export const SEQUENCE_NAME_CHARS_MAX = 120;
export const STEPS_MAX = 100;
/** Branches within branches. */
export const STEPS_DEPTH_MAX = 8;
export const TRIGGERS_MAX = 10;
export const PARTS_MAX = 5;
export const VERSIONS_MAX = 500;
/** All published versions of an account’s sequences, as the database stores them. */
export const VERSIONS_BYTES_MAX = 32 * 1024 * 1024;
/** Somebody who takes more steps than this without a wait goes in circles. */
export const STEPS_AT_ONCE_MAX = 50;
/** A week. What’s later than that is another e-mail. */
export const LATE_HOURS_MAX = 7 * 24;
/** Somebody who hasn’t confirmed their sign-up after this time leaves. */
export const UNCONFIRMED_DAYS_MAX = 30;
/** How often it’s looked whether what somebody waits for has happened. */
export const LOOK_MINUTES = 5;
/** People whose steps are taken in one transaction: at first, and at most. */
export const FIRST_ROWS = 25;
export const GROUP_ROWS = 200;
/** People who get in by one request, in chunks of this size. */
export const ENROLL_ROWS = 2000;
