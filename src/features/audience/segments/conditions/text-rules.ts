import { type Attribute, findAttribute } from "./attribute-rules.ts";
import { type Catalog, nameInText } from "./catalog-rules.ts";
import {
  type AttributeTest,
  type Condition,
  EVERYONE,
  type EventTest,
  groupOf,
  isGroup,
  partsOf,
  type Scalar,
} from "./condition-rules.ts";
import { DAYS_OPERATORS, isMoment, isValueless, valuesOf } from "./value-rules.ts";
import { EVENT_WORDS, EVERYONE_WORD, OPERATOR_WORDS, SEGMENT_WORDS } from "./words-rules.ts";

/**
 * The same condition without what makes no difference: groups of one part, empty groups, and counts of at
 * least once. None of one group's parts is none of them.
 */
export function normalizeCondition(condition: Condition): Condition {
  return withoutEmpty(condition) ?? EVERYONE;
}

function withoutEmpty(condition: Condition): Condition | undefined {
  if (!isGroup(condition)) return "event" in condition ? normalizeEvent(condition) : condition;
  const { join, parts } = partsOf(condition);
  const kept = parts.flatMap((part) => withoutEmpty(part) ?? []);
  const [only] = kept;
  if (only === undefined) return undefined;
  if (kept.length > 1) return groupOf(join, kept);
  if (join !== "none") return only;
  return groupOf("none", "any" in only ? only.any : kept);
}

function normalizeEvent(test: EventTest): EventTest {
  const { at_least, ...rest } = test;
  return at_least === undefined || (at_least === 1 && rest.at_most === undefined) ? rest : test;
}

/** Writes a condition in its text form, which `parseCondition` reads. */
export function printCondition(condition: Condition, catalog: Catalog): string {
  return print(normalizeCondition(condition), catalog, "top");
}

function print(condition: Condition, catalog: Catalog, within: "top" | "group"): string {
  if (!isGroup(condition)) return printTest(condition, catalog);
  const { join, parts } = partsOf(condition);
  if (parts.length === 0) return EVERYONE_WORD;
  if (join === "none") {
    const inner = parts.map((part) => print(part, catalog, parts.length > 1 ? "group" : "top")).join(" or ");
    return parts.length === 1 && parts[0] && !isGroup(parts[0]) ? `not ${inner}` : `not (${inner})`;
  }
  const text = parts.map((part) => print(part, catalog, "group")).join(join === "all" ? " and " : " or ");
  return within === "top" ? text : `(${text})`;
}

function printTest(
  test: Exclude<Condition, { all: unknown } | { any: unknown } | { none: unknown }>,
  catalog: Catalog,
) {
  if ("segment_id" in test)
    return `${SEGMENT_WORDS} ${quote(nameInText(catalog, "segments", test.segment_id))}`;
  return "event" in test ? printEvent(test, catalog) : printAttribute(test, catalog);
}

/** Attributes whose `=` goes without saying. */
export const omitsEquals = ({ type }: Attribute) => type === "tag" || type === "reference";

function printAttribute(test: AttributeTest, catalog: Catalog): string {
  const { attribute: name, operator } = test;
  const attribute = findAttribute(catalog, name) ?? { name, label: name, type: "text" };
  const word = OPERATOR_WORDS.find(([one]) => one === operator)?.[1];
  const start = operator === "equals" && omitsEquals(attribute) ? name : `${name} ${word}`;
  if (isValueless(operator)) return start;
  const values = valuesOf(test).map((value) => printValue(value, attribute, catalog));
  if (DAYS_OPERATORS.includes(operator)) return `${start} ${values[0]} days`;
  if (operator === "between") return `${start} ${values.join(" and ")}`;
  return Array.isArray(test.value) ? `${start} (${values.join(", ")})` : `${start} ${values[0]}`;
}

function printValue(value: Scalar, attribute: Attribute, catalog: Catalog): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (attribute.refersTo) return quote(nameInText(catalog, attribute.refersTo, value));
  const isBare =
    (attribute.type === "date" && !isMoment(value)) ||
    (attribute.type === "choice" && /^[A-Za-z_]\w*$/.test(value));
  return isBare ? value : quote(value);
}

const quote = (text: string) => JSON.stringify(text);

function printEvent(test: EventTest, catalog: Catalog): string {
  const { event, link_id, profile_id, campaign_id, last_campaigns, days, amount } = test;
  const named = (word: string, kind: "links" | "pages" | "campaigns", id: string | undefined) =>
    id === undefined ? [] : [`${word} ${quote(nameInText(catalog, kind, id))}`];
  return [
    EVENT_WORDS.find(([one]) => one === event)?.[1],
    ...named("link", "links", link_id),
    ...named("page", "pages", profile_id),
    ...named("campaign", "campaigns", campaign_id),
    ...(last_campaigns === undefined ? [] : [`last ${last_campaigns} campaigns`]),
    ...printCount(test),
    ...(amount === undefined ? [] : [`for >= ${amount}`]),
    ...(days === undefined ? [] : [`in ${days} days`]),
    ...printDates(test),
  ].join(" ");
}

function printDates({ from, to }: EventTest): string[] {
  if (from !== undefined && to !== undefined) return [`between ${from} and ${to}`];
  return [...(from === undefined ? [] : [`since ${from}`]), ...(to === undefined ? [] : [`until ${to}`])];
}

function printCount({ at_least, at_most }: EventTest): string[] {
  if (at_least === undefined) return at_most === undefined ? [] : [`<= ${at_most} times`];
  if (at_most === undefined) return [`>= ${at_least} times`];
  return at_least === at_most ? [`= ${at_least} times`] : [`between ${at_least} and ${at_most} times`];
}
