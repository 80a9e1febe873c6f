/* The dashboard shows these texts. */
import { REPORT_REASONS } from "../rules.ts";

/**
 * `waiting`: the owner was asked. `approval`: a second member of staff has to confirm a ban. `appealed`: decided, and the
 * owner disagrees.
 */
export const CASE_STATES = ["open", "waiting", "approval", "closed", "appealed"] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** What ends a case, in the order of the number keys. */
export const DECISIONS = ["nothing", "label_adult", "hide_link", "hide_page", "suspend", "ban"] as const;
export type CaseDecision = (typeof DECISIONS)[number];

/** Why something isn't allowed, as statements of reasons name it. */
export const GROUNDS = ["law", "terms"] as const;
export type Ground = (typeof GROUNDS)[number];

/** Something that a decision changed. The id is a page's, a link's, or an account's. */
export interface Effect {
  did: Exclude<CaseDecision, "nothing">;
  id: string;
  /** The end of a suspension. */
  until?: string;
}

/** How long the decision suspends the account, for statements of reasons. */
export function suspensionEnd({ effects }: { effects: Effect[] }): string | undefined {
  return effects.find(({ did }) => did === "suspend")?.until;
}

export const DECISION_LABELS: Readonly<Record<CaseDecision, string>> = {
  nothing: "No violation",
  label_adult: "Label as adult content",
  hide_link: "Hide a link",
  hide_page: "Hide the page",
  suspend: "Suspend the account",
  ban: "Ban for good",
};

/** What reporters and owners read about a decision. */
export const OUTCOMES: Readonly<Record<CaseDecision, string>> = {
  nothing: "We found nothing that breaks the rules, so the page stays as it is.",
  label_adult: "The page is now labeled as adult content, and visitors are asked for their age first.",
  hide_link: "A link was taken off the page.",
  hide_page: "The page was hidden from visitors.",
  suspend: "The account behind the page was suspended for some time.",
  ban: "The account behind the page was closed to visitors and its owner for good.",
};

export const GROUND_LABELS: Readonly<Record<Ground, string>> = {
  law: "It’s against the law.",
  terms: "It’s against our terms of use.",
};

/** The decisions that restrict somebody and so take a statement of reasons. */
export function isRestriction(decision: CaseDecision): decision is Effect["did"] {
  return decision !== "nothing";
}

/** Reasons that come before everything else. */
export const URGENT_REASONS: readonly string[] = ["child-safety", "danger"];

export function isUrgent(reason: string): boolean {
  return URGENT_REASONS.includes(reason);
}

export const CASE_REASONS = REPORT_REASONS.map(([key]) => key);

export const APPEAL_OUTCOMES = ["upheld", "overturned"] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

export const APPEAL_LABELS: Readonly<Record<AppealOutcome, string>> = {
  upheld: "The decision stands.",
  overturned: "The decision was taken back, and everything is as it was before.",
};

/** Whoever made a decision doesn’t decide about the appeal, unless there’s nobody else. */
export function canDecideAppeal({
  by,
  firstBy,
  others,
}: {
  by: string;
  firstBy: string | null;
  others: number;
}): boolean {
  return by !== firstBy || others === 0;
}

interface Appealable {
  state: CaseState;
  decision: CaseDecision | null;
  appeal: string | null;
}

/** Once per decision that took something. */
export function canAppeal({ state, decision, appeal }: Appealable): boolean {
  return state === "closed" && decision !== null && isRestriction(decision) && appeal === null;
}

export const FACTS_CHARS_MAX = 500;
export const QUESTION_CHARS_MAX = 1000;
export const ANSWER_CHARS_MAX = 4000;
export const SEARCH_CHARS_MAX = 200;
export const CASE_ROWS = 50;
export const REPORTS_SHOWN = 50;
/** The oldest links come first; pages have fewer, as a rule. */
export const LINKS_SHOWN = 200;
