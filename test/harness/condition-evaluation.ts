/* Conditions, evaluated without SQL, for tests to compare with. */
import { attributesOf } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import { anniversaries } from "#src/features/audience/segments/conditions/attribute-store.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type AttributeTest,
  type Condition,
  type EventTest,
  isGroup,
  type Operator,
  partsOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { valuesOf } from "#src/features/audience/segments/conditions/value-rules.ts";

const DAY = 86_400_000;

/** What the test knows of a contact. */
export interface Person {
  id: string;
  values: Record<string, string | number | boolean | string[] | null>;
  events: { event: string; daysAgo: number; amount?: number; batch?: string }[];
}

export interface Known {
  catalog: Catalog;
  /** The segment of people picked by hand. Any other one has the VIPs. */
  picked: string;
  /** The page that everybody signed up on. */
  page: string;
  /** In milliseconds. */
  now: number;
  /** True for phone numbers reduced to their digits. */
  isByDigits?: boolean;
}

export function isTrue(condition: Condition, one: Person, known: Known): boolean {
  if (isGroup(condition)) {
    const { join, parts } = partsOf(condition);
    if (join === "any") return parts.length === 0 || parts.some((part) => isTrue(part, one, known));
    return (
      parts.length === 0 ||
      (join === "all"
        ? parts.every((part) => isTrue(part, one, known))
        : !parts.some((part) => isTrue(part, one, known)))
    );
  }
  if ("segment_id" in condition)
    return condition.segment_id === known.picked
      ? one.values.picked === true
      : (one.values.tag as string[]).includes("vip");
  return "event" in condition ? didIt(condition, one, known) : fits(condition, one, known);
}

function didIt(
  { event, at_least, at_most, amount, days, from, to, profile_id }: EventTest,
  { events }: Person,
  { page, now }: Known,
): boolean {
  const dayOf = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString().slice(0, 10);
  const own = events.filter(
    (one) =>
      one.event === event &&
      (days === undefined || one.daysAgo < days) &&
      (from === undefined || dayOf(one.daysAgo) >= from) &&
      (to === undefined || dayOf(one.daysAgo) <= to) &&
      (profile_id === undefined || profile_id === page),
  );
  if (amount !== undefined)
    return (
      own.reduce((sum, one) => sum + (one.amount ?? 0), 0) >= amount - 1e-9 && own.length >= (at_least ?? 0)
    );
  return (
    own.length >= (at_least ?? (at_most === undefined ? 1 : 0)) &&
    own.length <= (at_most ?? Number.POSITIVE_INFINITY)
  );
}

const NEGATED: Partial<Record<Operator, Operator>> = {
  not_equals: "equals",
  not_in: "in",
  not_contains: "contains",
  not_empty: "empty",
  not_in_last_days: "in_last_days",
};

function fits(test: AttributeTest, one: Person, known: Known): boolean {
  const operator = NEGATED[test.operator];
  if (operator) return !fits({ ...test, operator }, one, known);
  const { attribute, operator: op } = test;
  const values = valuesOf(test);
  const [first, second] = values;
  const { type = "text" } = attributesOf(known.catalog).find(({ name }) => name === attribute) ?? {};
  if (attribute === "tag" || attribute === "page") {
    const own = one.values[attribute] as string[];
    return op === "empty" ? own.length === 0 : own.some((value) => values.includes(value));
  }
  if (attribute === "address") {
    const email = String(one.values.email);
    const kinds = [
      ...(/^(info)@/.test(email) ? ["role"] : []),
      ...(/@mailinator\.com$/.test(email) ? ["disposable"] : []),
    ];
    return op === "empty" ? kinds.length === 0 : kinds.some((kind) => values.includes(kind));
  }
  if (attribute === "suppressed")
    return ["unsubscribed", "bounced"].includes(String(one.values.status)) === first;
  if (type === "flag") return (one.values[attribute] === true) === first;
  const own = one.values[attribute] ?? null;
  if (type === "number") {
    if (op === "empty") return own === null;
    if (own === null) return false;
    const [n, a, b] = [Number(own), Number(first), Number(second)];
    return {
      equals: n === a,
      greater: n > a,
      at_least: n >= a,
      less: n < a,
      at_most: n <= a,
      between: n >= a && n <= b,
    }[op as "equals"];
  }
  if (type === "date") return fitsDate({ attribute, own, test, now: known.now });
  if (type === "choice" || type === "reference") {
    const text = String(own ?? "");
    return op === "empty" ? text === "" || text === "UNKNOWN" : values.includes(text);
  }
  if (attribute === "phone" && op !== "empty" && op !== "matches" && !known.isByDigits) {
    const digits = values.map((value) => String(value).replace(/\D/g, ""));
    const phone = String(own ?? "").replace(/\D/g, "");
    const people = { ...one, values: { ...one.values, phone } };
    const isLong = digits.every((value) => value.length >= 3);
    const byDigits = { ...test, value: Array.isArray(test.value) ? digits : (digits[0] ?? "") };
    if (isLong && fits(byDigits, people, { ...known, isByDigits: true })) return true;
  }
  const text = String(own ?? "").toLowerCase();
  const wanted = String(first ?? "").toLowerCase();
  switch (op) {
    case "empty":
      return text === "";
    case "in":
      return values.some((value) => String(value).toLowerCase() === text);
    case "contains":
      return text.includes(wanted);
    case "starts_with":
      return text.startsWith(wanted);
    case "ends_with":
      return text.endsWith(wanted);
    case "matches":
      return new RegExp(String(first), "iu").test(String(own ?? ""));
    default:
      return text === wanted;
  }
}

interface DateTest {
  attribute: string;
  own: unknown;
  test: AttributeTest;
  /** In milliseconds. */
  now: number;
}

function fitsDate({ attribute, own, test, now }: DateTest): boolean {
  const isField = attribute.startsWith("field.");
  const moment = isField || own === null ? null : now - Number(own) * DAY;
  const day = isField
    ? /^\d{4}-\d\d-\d\d$/.test(String(own))
      ? String(own)
      : null
    : moment === null
      ? null
      : new Date(moment).toISOString().slice(0, 10);
  if (test.operator === "empty") return day === null;
  if (day === null) return false;
  const [first, second] = valuesOf(test).map(String) as [string, string];
  const ahead = test.operator === "in_next_days" ? 1 : -1;
  const limit = now + ahead * Number(first) * DAY;
  const [from, to] = ahead > 0 ? [now, limit] : [limit, now];
  switch (test.operator) {
    case "before":
      return day < first;
    case "after":
      return day > first;
    case "between":
      return day >= first && day <= second;
    case "anniversary_within_days":
      return anniversaries(new Date(now).toISOString(), Number(first)).includes(day.slice(5));
    default:
      if (moment !== null) return moment >= from && moment <= to;
      return (
        day >= new Date(from).toISOString().slice(0, 10) && day <= new Date(to).toISOString().slice(0, 10)
      );
  }
}
