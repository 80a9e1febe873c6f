import type { EventName, Operator } from "./condition-rules.ts";

/* The words of the text form, which its parser and its printer share. */

/** Longer ones come before those that they begin with. */
export const OPERATOR_WORDS: readonly (readonly [Operator, string])[] = [
  ["not_empty", "is not empty"],
  ["empty", "is empty"],
  ["not_in_last_days", "not in last"],
  ["in_last_days", "in last"],
  ["in_next_days", "in next"],
  ["anniversary_within_days", "anniversary within"],
  ["not_in", "not in"],
  ["in", "in"],
  ["not_contains", "not contains"],
  ["contains", "contains"],
  ["starts_with", "starts with"],
  ["ends_with", "ends with"],
  ["matches", "matches"],
  ["between", "between"],
  ["before", "before"],
  ["after", "after"],
  ["not_equals", "!="],
  ["equals", "="],
  ["at_least", ">="],
  ["greater", ">"],
  ["at_most", "<="],
  ["less", "<"],
];

export const EVENT_WORDS: readonly (readonly [EventName, string])[] = [
  ["clicked_email", "clicked e-mail"],
  ["clicked", "clicked"],
  ["visited", "visited"],
  ["signed_up", "signed up"],
  ["received", "received"],
  ["opened", "opened"],
  ["replied", "replied"],
  ["bought", "bought"],
];

export const EVERYONE_WORD = "everyone";
export const SEGMENT_WORDS = "in segment";
/** Other ways of writing the same, which the printer doesn't use. */
export const SYNONYMS = {
  atLeast: "at least",
  atMost: "at most",
  inLast: ["in the last", "in last"],
  clickedEmail: "clicked email",
} as const;

type Target = "link" | "page" | "campaign";
/** What each event can be about. */
export const EVENT_TARGETS: Readonly<Record<EventName, readonly Target[]>> = {
  visited: ["page"],
  clicked: ["link", "page"],
  signed_up: ["page"],
  received: ["campaign"],
  opened: ["campaign"],
  clicked_email: ["campaign"],
  replied: ["campaign"],
  bought: [],
};
