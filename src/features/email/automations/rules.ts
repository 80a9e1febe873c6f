/* The dashboard shows these texts. */
/* Screens call an automation a rule. */

export const AUTOMATION_STATES = ["draft", "active", "paused"] as const;
/** `paused` also has those that we paused because too much went wrong. */
export type AutomationState = (typeof AUTOMATION_STATES)[number];

export const RUN_STATES = ["active", "waiting", "done", "failed", "skipped"] as const;
/** `active`: its action is next. `waiting`: it waits for a time. `skipped`: it was triggered and had a reason not to run. */
export type RunState = (typeof RUN_STATES)[number];

/** Why a rule was triggered and didn’t run. */
export const SKIP_REASONS = {
  condition: "They don’t meet a condition.",
  event: "What happened doesn’t meet a condition.",
  nobody: "It named nobody who’s on your list.",
  minute: "It ran for the same fan less than a minute ago.",
  budget: "It had run as often as it may in a day.",
  depth: "Rules had triggered each other 10 times in a row.",
  erased: "They were deleted.",
  paused: "It was paused meanwhile.",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

export const ACTION_OUTCOMES = ["done", "sent", "waited", "queued", "failed"] as const;
/** `queued`: another server was called, and hasn’t answered yet. */
export type ActionOutcome = (typeof ACTION_OUTCOMES)[number];

export const AUTOMATIONS_MAX = 100;
export const AUTOMATION_NAME_CHARS_MAX = 120;
export const TRIGGERS_MAX = 5;
export const ACTIONS_MAX = 30;
export const EVENT_TESTS_MAX = 10;
export const VERSIONS_MAX = 500;
/** All versions of an account’s rules, as the database stores them. */
export const VERSIONS_BYTES_MAX = 32 * 1024 * 1024;
/** Rules that trigger each other do so this often in a row at most. */
export const DEPTH_MAX = 10;
/** The same rule runs for the same fan once in this time, unless it may run again at once. */
export const REPEAT_SECONDS = 60;
/** How often somebody gets the e-mail of a version’s action. Each time after the first is a batch of its own. */
export const MAIL_TIMES_MAX = 20;
export const BUDGET_DEFAULT = 1000;
export const BUDGET_MAX = 100_000;
export const RUN_DAYS_KEPT = 30;
/** What happened is tried so often if something goes wrong that nobody expected, a minute apart. */
export const EVENT_TRIES_MAX = 5;
/** A rule pauses itself after this many failures in a row, or if this share of the last runs failed. */
export const FAILURES_IN_A_ROW_MAX = 20;
export const LAST_RUNS = 200;
export const FAILED_SHARE_MAX = 0.05;
