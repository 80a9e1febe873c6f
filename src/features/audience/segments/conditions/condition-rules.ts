/** The maximum number of tests and groups in a condition, and of groups within groups. */
export const CONDITION_PARTS_MAX = 200;
export const CONDITION_DEPTH_MAX = 20;
export const VALUE_CHARS_MAX = 200;
export const VALUES_MAX = 100;
/** Ten years, in days. */
export const DAYS_MAX = 3650;
export const COUNT_MAX = 1_000_000_000;

/** What an attribute is compared by. Each `not_…` is true for exactly the contacts that the other one isn't. */
export const OPERATORS = [
  "equals",
  "not_equals",
  "in",
  "not_in",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "matches",
  "greater",
  "at_least",
  "less",
  "at_most",
  "between",
  "before",
  "after",
  "in_last_days",
  "not_in_last_days",
  "in_next_days",
  "anniversary_within_days",
  "empty",
  "not_empty",
] as const;
export type Operator = (typeof OPERATORS)[number];

/** What people did. Opens and clicks by machines are left out. */
export const EVENTS = [
  "visited",
  "clicked",
  "signed_up",
  "received",
  "opened",
  "clicked_email",
  "replied",
  "bought",
] as const;
export type EventName = (typeof EVENTS)[number];

export type Scalar = string | number | boolean;

export interface AttributeTest {
  /** Such as `country`, `utm.source`, `field.birthday`, or `consent.news`. */
  attribute: string;
  operator: Operator;
  /** One value, or a list for `in`, `not_in`, and `between`; none for `empty` and `not_empty`. */
  value?: Scalar | Scalar[] | undefined;
}

export interface EventTest {
  event: EventName;
  /** Only events of this link or page (`visited`, `clicked`, `signed_up`), or of this campaign. */
  link_id?: string | undefined;
  profile_id?: string | undefined;
  campaign_id?: string | undefined;
  /** Only events of that many campaigns, the ones that were sent last. */
  last_campaigns?: number | undefined;
  /** How often it happened at least, and at most. Once, if both are left out. */
  at_least?: number | undefined;
  at_most?: number | undefined;
  /** What they spent at least in all, in the account's currency. For `bought`. */
  amount?: number | undefined;
  /** Only events of the last days. */
  days?: number | undefined;
  /** Only events from this day on, and up to and including that one, in UTC. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface SegmentTest {
  segment_id: string;
}

export type GroupJoin = "all" | "any" | "none";
export type Group = { all: Condition[] } | { any: Condition[] } | { none: Condition[] };
export type Test = AttributeTest | EventTest | SegmentTest;
/** Which contacts: one test, or groups of them. */
export type Condition = Group | Test;

/** Everyone on the list. */
export const EVERYONE: Condition = { all: [] };

export function isGroup(condition: Condition): condition is Group {
  return "all" in condition || "any" in condition || "none" in condition;
}

/** A group's kind, and its parts. */
export function partsOf(group: Group): { join: GroupJoin; parts: Condition[] } {
  if ("all" in group) return { join: "all", parts: group.all };
  return "any" in group ? { join: "any", parts: group.any } : { join: "none", parts: group.none };
}

export function groupOf(join: GroupJoin, parts: Condition[]): Group {
  return join === "all" ? { all: parts } : join === "any" ? { any: parts } : { none: parts };
}

/**
 * True unless a value has too many parts, or groups too deep to recurse into. It's for what was sent, before
 * anything else looks at it.
 */
export function isWithinLimits(value: unknown): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (++count > CONDITION_PARTS_MAX || next.depth > CONDITION_DEPTH_MAX) return false;
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const inner of Object.values(next.value))
      if (Array.isArray(inner) && inner.some((one) => typeof one === "object"))
        for (const one of inner.slice(0, CONDITION_PARTS_MAX + 1))
          waiting.push({ value: one, depth: next.depth + 1 });
  }
  return true;
}
