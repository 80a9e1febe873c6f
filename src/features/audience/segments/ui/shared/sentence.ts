import { findAttribute } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type AttributeTest,
  type Condition,
  type EventTest,
  isGroup,
  type Operator,
  partsOf,
  type Test,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";
import { isValueless, valuesOf } from "#src/features/audience/segments/conditions/value-rules.ts";
import { formatNumber, plural } from "#src/kit/plural.ts";
import { nameOf, orList, valueLabel } from "./condition-labels.ts";

/** Says a condition as a sentence: “Fans from Germany or Austria who clicked “Shop” at least 2 times.” */
export function describeCondition(condition: Condition, catalog: Catalog): string {
  const whole = normalizeCondition(condition);
  if (isGroup(whole) && partsOf(whole).parts.length === 0) return "Everyone on your list.";
  return fans(clauseOf(whole, catalog, "top"));
}

/** What follows “fans” in a sentence, or undefined if it's everyone: “from Germany”. */
export function conditionClause(condition: Condition, catalog: Catalog): string | undefined {
  const whole = normalizeCondition(condition);
  if (isGroup(whole) && partsOf(whole).parts.length === 0) return undefined;
  return clauseOf(whole, catalog, "group");
}

/** The same on its own, not inside a sentence. Empty if it's everyone. */
export function ownClause(condition: Condition, catalog: Catalog): string {
  const whole = normalizeCondition(condition);
  return isGroup(whole) && partsOf(whole).parts.length === 0 ? "" : clauseOf(whole, catalog, "top");
}

const fans = (clause: string) => `Fans ${clause}.`;

function clauseOf(condition: Condition, catalog: Catalog, within: "top" | "group"): string {
  if (!isGroup(condition)) return testClause(condition, catalog, false);
  const { join, parts } = partsOf(condition);
  const isPlain = join === "none" && parts.every((part) => !isGroup(part));
  const clauses = parts.map((part) =>
    // What “none of” has is in brackets anyway.
    isGroup(part) || !isPlain
      ? clauseOf(part, catalog, join === "none" && parts.length === 1 ? "top" : "group")
      : testClause(part, catalog, true),
  );
  if (isPlain) return grouped(allOf(clauses), parts.length > 1 && within === "group");
  if (join === "none") return noneOf(grouped(anyOf(clauses), true));
  return grouped(join === "all" ? allOf(clauses) : anyOf(clauses), within === "group");
}

const grouped = (clause: string, isGrouped: boolean) => (isGrouped ? `(${clause})` : clause);
const noneOf = (clause: string) => `about whom this isn’t true: ${clause}`;

const allOf = (clauses: readonly string[]) => clauses.reduce((all, one) => both(all, one));
const anyOf = (clauses: readonly string[]) => clauses.reduce((all, one) => either(all, one));
const both = (one: string, other: string) => `${one} and ${other}`;
const either = (one: string, other: string) => `${one} or ${other}`;

/** Says one test: “from Germany”, or with `isNot`: “not from Germany”. */
export function testClause(test: Test, catalog: Catalog, isNot: boolean): string {
  if ("segment_id" in test) {
    const name = nameOf(catalog.segments, test.segment_id);
    return isNot ? `who aren’t in ${name}` : `who are in ${name}`;
  }
  return "event" in test ? eventClause(test, catalog, isNot) : attributeClause(test, catalog, isNot);
}

const OPPOSITES: readonly (readonly [Operator, Operator])[] = [
  ["equals", "not_equals"],
  ["in", "not_in"],
  ["contains", "not_contains"],
  ["empty", "not_empty"],
  ["in_last_days", "not_in_last_days"],
];

function attributeClause(test: AttributeTest, catalog: Catalog, isNot: boolean): string {
  const attribute = findAttribute(catalog, test.attribute);
  if (!attribute) return `whose “${test.attribute}”, which is gone, fits`;
  const opposite = OPPOSITES.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]).find(
    ([one]) => one === test.operator,
  )?.[1];
  if (isNot && attribute.type === "flag")
    return flagClause(attribute.name, attribute.label, test.value !== true);
  if (attribute.type === "flag") return flagClause(attribute.name, attribute.label, test.value === true);
  if (isNot && !opposite) return noneOf(attributeClause(test, catalog, false));
  const operator = (isNot && opposite) || test.operator;
  const values = isValueless(operator)
    ? []
    : valuesOf(test).map((value) => valueLabel(attribute, value, catalog));
  if (attribute.name === "tag") return tagClause(operator, values);
  if (attribute.name === "country") return countryClause(operator, values);
  if (attribute.name === "created")
    return createdClause(operator, values) ?? fieldClause(attribute.label, operator, values);
  if (attribute.name === "page") return pageClause(operator, values);
  return fieldClause(attribute.label, operator, values);
}

function tagClause(operator: Operator, values: readonly string[]): string {
  const tags = orList(values);
  if (operator === "empty") return "without any tag";
  if (operator === "not_empty") return "with any tag";
  return operator === "equals" || operator === "in" ? `with the tag ${tags}` : `without the tag ${tags}`;
}

function countryClause(operator: Operator, values: readonly string[]): string {
  const places = orList(values);
  if (operator === "empty") return "from an unknown country";
  if (operator === "not_empty") return "from a known country";
  return operator === "equals" || operator === "in" ? `from ${places}` : `not from ${places}`;
}

function createdClause(operator: Operator, values: readonly string[]): string | undefined {
  const [first = "", second = ""] = values;
  if (operator === "in_last_days") return `added in the last ${first} days`;
  if (operator === "not_in_last_days") return `added more than ${first} days ago`;
  if (operator === "before") return `added before ${first}`;
  if (operator === "after") return `added after ${first}`;
  return operator === "between" ? `added between ${first} and ${second}` : undefined;
}

function pageClause(operator: Operator, values: readonly string[]): string {
  const pages = orList(values);
  if (operator === "empty") return "who signed up on no page";
  if (operator === "not_empty") return "who signed up on a page";
  return operator === "equals" || operator === "in"
    ? `who signed up on ${pages}`
    : `who didn’t sign up on ${pages}`;
}

function flagClause(name: string, label: string, isTrue: boolean): string {
  if (name === "suppressed") return isTrue ? "who get no e-mail anymore" : "who aren’t suppressed";
  if (name === "paused") return isTrue ? "who paused your e-mail" : "who haven’t paused your e-mail";
  return isTrue ? `whose “${label}” is yes` : `whose “${label}” isn’t yes`;
}

function fieldClause(label: string, operator: Operator, values: readonly string[]): string {
  const [first = "", second = ""] = values;
  const sentences: Readonly<Record<Operator, () => string>> = {
    equals: () => `whose “${label}” is ${first}`,
    not_equals: () => `whose “${label}” isn’t ${first}`,
    in: () => `whose “${label}” is ${orList(values)}`,
    not_in: () => `whose “${label}” isn’t ${orList(values)}`,
    contains: () => `whose “${label}” contains ${first}`,
    not_contains: () => `whose “${label}” doesn’t contain ${first}`,
    starts_with: () => `whose “${label}” starts with ${first}`,
    ends_with: () => `whose “${label}” ends with ${first}`,
    matches: () => `whose “${label}” matches the pattern ${first}`,
    greater: () => `whose “${label}” is more than ${first}`,
    at_least: () => `whose “${label}” is at least ${first}`,
    less: () => `whose “${label}” is less than ${first}`,
    at_most: () => `whose “${label}” is at most ${first}`,
    between: () => `whose “${label}” is between ${first} and ${second}`,
    before: () => `whose “${label}” is before ${first}`,
    after: () => `whose “${label}” is after ${first}`,
    in_last_days: () => `whose “${label}” is in the last ${first} days`,
    not_in_last_days: () => `whose “${label}” isn’t in the last ${first} days`,
    in_next_days: () => `whose “${label}” is in the next ${first} days`,
    anniversary_within_days: () => `whose “${label}” has its anniversary within ${first} days`,
    empty: () => `whose “${label}” is empty`,
    not_empty: () => `whose “${label}” isn’t empty`,
  };
  return sentences[operator]();
}

function eventClause(test: EventTest, catalog: Catalog, isNot: boolean): string {
  const { amount, days, from, to } = test;
  const done = isNot ? undone(test, catalog) : did(test, catalog);
  const often = counted(done, test);
  const much = amount === undefined ? often : `${often} for at least ${formatNumber(amount)}`;
  if (days !== undefined) return `${much} in the last ${plural(days, "day")}`;
  if (from !== undefined && to !== undefined) return `${much} from ${from} to ${to}`;
  if (from !== undefined) return `${much} since ${from}`;
  return to === undefined ? much : `${much} until ${to}`;
}

function counted(what: string, { at_least, at_most }: EventTest): string {
  if (at_least !== undefined && at_most !== undefined)
    return at_least === at_most
      ? `${what} exactly ${plural(at_least, "time")}`
      : `${what} ${formatNumber(at_least)} to ${plural(at_most, "time")}`;
  if (at_most === 0) return `${what} not even once`;
  if (at_most !== undefined) return `${what} at most ${plural(at_most, "time")}`;
  return at_least === undefined ? what : `${what} at least ${plural(at_least, "time")}`;
}

function did(test: EventTest, catalog: Catalog): string {
  const { event } = test;
  const { page, link, campaign } = targetsOf(test, catalog);
  switch (event) {
    case "visited":
      return page ? `who visited ${page}` : "who visited your page";
    case "clicked":
      return link ? `who clicked ${link}` : page ? `who clicked a link of ${page}` : "who clicked a link";
    case "signed_up":
      return page ? `who signed up on ${page}` : "who signed up";
    case "received":
      return campaign ? `who got ${campaign}` : "who got an e-mail";
    case "opened":
      return campaign ? `who opened ${campaign}` : "who opened an e-mail";
    case "clicked_email":
      return campaign ? `who clicked in ${campaign}` : "who clicked in an e-mail";
    case "replied":
      return campaign ? `who replied to ${campaign}` : "who replied to an e-mail";
    case "bought":
      return "who bought something";
  }
}

function undone(test: EventTest, catalog: Catalog): string {
  const { event } = test;
  const { page, link, campaign } = targetsOf(test, catalog);
  switch (event) {
    case "visited":
      return page ? `who didn’t visit ${page}` : "who didn’t visit your page";
    case "clicked":
      return link
        ? `who didn’t click ${link}`
        : page
          ? `who clicked no link of ${page}`
          : "who clicked no link";
    case "signed_up":
      return page ? `who didn’t sign up on ${page}` : "who didn’t sign up";
    case "received":
      return campaign ? `who didn’t get ${campaign}` : "who got no e-mail";
    case "opened":
      return campaign ? `who didn’t open ${campaign}` : "who opened no e-mail";
    case "clicked_email":
      return campaign ? `who didn’t click in ${campaign}` : "who clicked in no e-mail";
    case "replied":
      return campaign ? `who didn’t reply to ${campaign}` : "who replied to no e-mail";
    case "bought":
      return "who bought nothing";
  }
}

function targetsOf({ profile_id, link_id, campaign_id, last_campaigns }: EventTest, catalog: Catalog) {
  return {
    page: profile_id === undefined ? undefined : nameOf(catalog.pages, profile_id),
    link: link_id === undefined ? undefined : nameOf(catalog.links, link_id),
    campaign:
      campaign_id !== undefined
        ? nameOf(catalog.campaigns, campaign_id)
        : last_campaigns === undefined
          ? undefined
          : lastCampaigns(last_campaigns),
  };
}

const lastCampaigns = (count: number) =>
  count === 1 ? "your last campaign" : `one of your last ${formatNumber(count)} campaigns`;
