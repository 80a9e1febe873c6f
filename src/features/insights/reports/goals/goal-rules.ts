/* The dashboard shows these texts. */

export const GOAL_METRICS = ["views", "visitors", "clicks"] as const;
export type GoalMetric = (typeof GOAL_METRICS)[number];

export const GOALS_MAX = 50;
export const GOAL_TARGET_MAX = 1_000_000_000;
export const GOAL_DAYS_MAX = 731;

export const GOAL_STATES = ["upcoming", "on_pace", "behind", "reached", "missed"] as const;
export type GoalState = (typeof GOAL_STATES)[number];

interface Measured {
  value: number;
  target: number;
  /** Moments in milliseconds; the end is exclusive. */
  from: number;
  to: number;
  now: number;
}

/** Returns how far a goal should be by now, going evenly from its first day to its last. */
export function expectedBy({ target, from, to, now }: Omit<Measured, "value">): number {
  const passed = Math.min(1, Math.max(0, (now - from) / (to - from)));
  return target * passed;
}

export function goalState(goal: Measured): GoalState {
  const { value, target, from, to, now } = goal;
  if (value >= target) return "reached";
  if (now >= to) return "missed";
  if (now < from) return "upcoming";
  return value >= Math.floor(expectedBy(goal)) ? "on_pace" : "behind";
}
