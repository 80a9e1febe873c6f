/* The dashboard shows these texts. */

export const PROBLEM_KINDS = ["changed", "missing", "inserted", "reordered", "seal", "end", "known"] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

export const PROBLEM_LABELS: Readonly<Record<ProblemKind, string>> = {
  changed: "An event was changed after it was sealed",
  missing: "An event or its seal is missing",
  inserted: "An event was added among sealed ones",
  reordered: "Events are in another order than they were sealed in",
  seal: "A seal was changed",
  end: "The end of the chain isn’t where it was",
  known: "The chain doesn’t have the hash that was written down",
};

export interface ChainProblem {
  kind: ProblemKind;
  /** The place in the chain. Null for an event that has none. */
  position: number | null;
  event_id: string | null;
  /** The event's name, if it's there. */
  event: string | null;
  time: string | null;
}

export const PROBLEMS_LISTED_MAX = 100;
