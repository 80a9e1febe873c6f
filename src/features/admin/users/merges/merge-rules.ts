/* The dashboard shows these texts. */

/**
 * The steps of a merge, in their order: contacts, pages one by one, contacts that came meanwhile, what was counted on the
 * pages, closing the source. Stopped merges say nothing more than that.
 */
export const MERGE_STEPS = [
  "contacts",
  "pages",
  "late_contacts",
  "figures",
  "closing",
  "done",
  "stopped",
] as const;
export type MergeStep = (typeof MERGE_STEPS)[number];

export const MERGE_STEP_LABELS: Readonly<Record<MergeStep, string>> = {
  contacts: "Bringing the leads over",
  pages: "Moving the pages",
  late_contacts: "Bringing the leads over that have just signed up",
  figures: "Moving sign-ups, views, and clicks",
  closing: "Closing the other account",
  done: "Done",
  stopped: "Stopped, because one of the accounts was suspended or is about to be deleted",
};

/** The next rows of which page, of which table, and the last one that has been looked at. */
export interface MergeCursor {
  page: number;
  rows: number;
  after: string;
}

/** Merges that are listed with an account. */
export const MERGES_LISTED_MAX = 10;

/** What keeps an account from being merged, in the order in which staff should hear of it. */
export interface MergeFacts {
  source: string;
  target: string;
  /** The source is staff of the instance. */
  isStaff: boolean;
  isSuspended: boolean;
  /** A suspension of either for good waits for a second member of staff. */
  isBanProposed: boolean;
  isLeaving: boolean;
  /** Either takes part in another merge. */
  isMerging: boolean;
  /** Either is about to get another owner, or its owner another account. */
  isHandedOver: boolean;
  /** The source pays for premium. */
  hasSubscription: boolean;
  /** E-mail to many is going out from the source. */
  isSending: boolean;
}

export type MergeRefusal =
  | "MERGE_SAME"
  | "MERGE_STAFF"
  | "MERGE_SUSPENDED"
  | "MERGE_BAN_PROPOSED"
  | "MERGE_LEAVING"
  | "MERGE_RUNNING"
  | "MERGE_HANDOVER"
  | "MERGE_SUBSCRIPTION"
  | "MERGE_SENDING";

/** Returns why the source can't become part of the target now, or undefined if it can. */
export function mergeRefusal(facts: MergeFacts): MergeRefusal | undefined {
  if (facts.source === facts.target) return "MERGE_SAME";
  if (facts.isStaff) return "MERGE_STAFF";
  if (facts.isSuspended) return "MERGE_SUSPENDED";
  if (facts.isBanProposed) return "MERGE_BAN_PROPOSED";
  if (facts.isLeaving) return "MERGE_LEAVING";
  if (facts.isMerging) return "MERGE_RUNNING";
  if (facts.isHandedOver) return "MERGE_HANDOVER";
  if (facts.hasSubscription) return "MERGE_SUBSCRIPTION";
  return facts.isSending ? "MERGE_SENDING" : undefined;
}
