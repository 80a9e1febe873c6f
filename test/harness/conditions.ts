/* Conditions of any form, about a catalog with names that are hard to write. */
import fc from "fast-check";
import { attributesOf, OPERATORS_OF } from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type Condition,
  EVENTS,
  type EventTest,
  type Operator,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { DAYS_OPERATORS, isValueless } from "#src/features/audience/segments/conditions/value-rules.ts";
import { EVENT_TARGETS } from "#src/features/audience/segments/conditions/words-rules.ts";

export const id = (digit: number) => `00000000-0000-4000-8000-${String(digit).padStart(12, "0")}`;
export const CATALOG: Catalog = {
  fields: [
    { key: "birthday", label: "Birthday", type: "date", choices: [] },
    { key: "size", label: "Size", type: "number", choices: [] },
    { key: "color", label: "Color", type: "choice", choices: ["red", "dark blue", "and", "in"] },
    { key: "vip", label: "VIP", type: "bool", choices: [] },
    { key: "site", label: "Site", type: "url", choices: [] },
  ],
  topics: [{ key: "news", name: "News" }],
  tags: ["vip", "Fête 🎉", 'a "b" \\ c', "مرحبا"],
  stages: [{ id: id(1), name: "Won" }],
  owners: [{ id: "ada", name: "Ada" }],
  pages: [{ id: id(2), name: "nora" }],
  links: [
    { id: id(3), name: "Shop" },
    { id: id(4), name: "Twice" },
    { id: id(5), name: "twice" },
    { id: id(6), name: "" },
  ],
  campaigns: [{ id: id(7), name: "May (2)" }],
  segments: [{ id: id(8), name: "Team" }],
};

const attributeTest = fc.constantFrom(...attributesOf(CATALOG)).chain((attribute) =>
  fc.constantFrom(...OPERATORS_OF[attribute.type]).chain((operator): fc.Arbitrary<Condition> => {
    const test = { attribute: attribute.name, operator };
    if (isValueless(operator)) return fc.constant(test);
    const value = scalarOf(attribute, operator);
    if (operator === "between")
      return fc.tuple(value, value).map(([a, b]) => ({ ...test, value: a <= b ? [a, b] : [b, a] }));
    const isList = operator === "in" || operator === "not_in";
    return (isList ? fc.array(value, { minLength: 1, maxLength: 3 }) : value).map((value) => ({
      ...test,
      value,
    }));
  }),
);

function scalarOf(
  { type, choices = [], refersTo }: ReturnType<typeof attributesOf>[number],
  operator: Operator,
): fc.Arbitrary<string | number | boolean> {
  if (DAYS_OPERATORS.includes(operator)) return fc.integer({ min: 1, max: 3650 });
  if (operator === "matches") return fc.constantFrom("^a+$", "(a|b)*c", "\\d{2,4}");
  if (type === "number") return fc.double({ min: -1e15, max: 1e15, noNaN: true }).map((n) => n + 0);
  if (type === "flag") return fc.boolean();
  if (type === "date")
    return fc
      .date({ min: new Date("1900-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
      .map((d) => d.toISOString().slice(0, 10));
  if (type === "choice") return fc.constantFrom(...choices);
  if (refersTo) return fc.constantFrom(...CATALOG[refersTo].map(({ id }) => id));
  const words = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
    .filter((text) => text.trim() !== "");
  return fc.oneof(words, fc.constantFrom(...CATALOG.tags, "and", "or", "not", "(", '"', "\\"));
}

const eventTest = fc
  .record(
    {
      event: fc.constantFrom(...EVENTS),
      target: fc.constantFrom("link", "page", "campaign", "last"),
      at_least: fc.integer({ min: 1, max: 9 }),
      more: fc.integer({ min: 0, max: 9 }),
      amount: fc.constantFrom(0.01, 1, 49.99, 1e6),
      days: fc.integer({ min: 1, max: 3650 }),
      from: fc.constantFrom("2025-12-31", "2026-01-01"),
      to: fc.constantFrom("2026-01-01", "2026-02-28"),
    },
    { requiredKeys: ["event"] },
  )
  .map(({ event, target, at_least, more, amount, days, from, to }): Condition => {
    const targets = EVENT_TARGETS[event];
    const test: EventTest = { event };
    if (target === "link" && targets.includes("link")) test.link_id = id(3 + ((days ?? 0) % 4));
    if (target === "page" && targets.includes("page")) test.profile_id = id(2);
    if (target === "campaign" && targets.includes("campaign")) test.campaign_id = id(7);
    if (target === "last" && targets.includes("campaign")) test.last_campaigns = at_least ?? 5;
    if (at_least !== undefined) test.at_least = at_least;
    if (event === "bought" && amount !== undefined) test.amount = amount;
    else if (more !== undefined) test.at_most = (at_least ?? 0) + more;
    if (days !== undefined) test.days = days;
    else {
      if (from !== undefined) test.from = from;
      if (to !== undefined) test.to = to;
    }
    return test;
  });

export const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    attributeTest,
    eventTest,
    fc.constant({ segment_id: id(8) }),
    ...(["all", "any", "none"] as const).map((join) =>
      fc.array(tie("condition"), { maxLength: 4 }).map((parts) => ({ [join]: parts }) as Condition),
    ),
  ),
}));
