/* The dashboard shows these texts. */
import { VERSIONS_MAX as CAMPAIGN_VERSIONS_MAX } from "#src/features/email/campaigns/rules.ts";

export { versionLetter } from "#src/features/email/campaigns/rules.ts";

/**
 * `collecting`: people get the versions, and it's looked at every few minutes. The next three say what was found, and
 * `stopped` that nothing was, because its campaign was canceled.
 */
export const TEST_STATES = [
  "draft",
  "collecting",
  "winner",
  "no_difference",
  "inconclusive",
  "stopped",
] as const;
export type TestState = (typeof TEST_STATES)[number];

export const DECIDED_STATES: readonly TestState[] = ["winner", "no_difference", "inconclusive"];

/** What people do with an e-mail that a test counts. Machines' opens and clicks never count. */
export const METRICS = ["clicks", "orders", "replies", "unsubscribes", "opens"] as const;
export type Metric = (typeof METRICS)[number];

export const isLowerBetter = (metric: Metric): boolean => metric === "unsubscribes";

/** The smallest differences that are worth knowing, and rates that are usual, until somebody says otherwise. */
export const USUAL_EFFECTS: Readonly<Record<Metric, number>> = {
  clicks: 0.02,
  orders: 0.01,
  replies: 0.01,
  unsubscribes: 0.01,
  opens: 0.05,
};
export const USUAL_RATES: Readonly<Record<Metric, number>> = {
  clicks: 0.04,
  orders: 0.01,
  replies: 0.01,
  unsubscribes: 0.005,
  opens: 0.35,
};

/** Who gets a version: a share of all, a number of people, or everyone. */
export const SAMPLES = ["share", "number", "all"] as const;
export type SampleKind = (typeof SAMPLES)[number];

/** When the others get the version that's chosen. */
export const ROLLOUTS = ["at_once", "at", "by_hand"] as const;
export type Rollout = (typeof ROLLOUTS)[number];

/** Who decided: the statistics, somebody, or that every other version was stopped. */
export const DECIDERS = ["rule", "hand", "guardrail"] as const;
export type Decider = (typeof DECIDERS)[number];

export const VERSIONS_MIN = 2;
export const VERSIONS_MAX = CAMPAIGN_VERSIONS_MAX;
export const SAMPLE_SHARE_MIN = 0.01;
export const HOLDOUT_SHARE_MAX = 0.5;
export const COLLECT_HOURS_MAX = 14 * 24;
export const DELAY_MINUTES_MAX = 7 * 24 * 60;
export const DRAFT_TESTS_MAX = 500;

export const USUAL_TEST = {
  metric: "clicks",
  sample_kind: "share",
  sample_share: 0.3,
  sample_number: null,
  holdout_share: 0,
  collect_hours: 24,
  rollout: "at_once",
  rollout_at: null,
} as const;

/** A test isn't over while more than this share of its sample still waits to be sent. */
export const WAITING_SHARE_MAX = 0.02;

/** What somebody buys counts for this long, with and without an e-mail. */
export const ORDER_DAYS = 5;

interface Timed {
  started_at: string;
  decide_at: string;
  delays: readonly number[];
}

/** For how long after its own e-mail a response counts, so that versions that go out later have as much time. */
export function windowMinutes({ started_at, decide_at, delays }: Timed): number {
  const all = (Date.parse(decide_at) - Date.parse(started_at)) / 60_000;
  return Math.max(1, all - Math.max(0, ...delays));
}
