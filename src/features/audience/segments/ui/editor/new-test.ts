import {
  type Attribute,
  attributesOf,
  OPERATORS_OF,
} from "#src/features/audience/segments/conditions/attribute-rules.ts";
import type { Catalog } from "#src/features/audience/segments/conditions/catalog-rules.ts";
import {
  type AttributeTest,
  EVENTS,
  type EventName,
  type Operator,
  type Scalar,
  type Test,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import {
  DAYS_OPERATORS,
  isValueless,
  LIST_OPERATORS,
  valuesOf,
} from "#src/features/audience/segments/conditions/value-rules.ts";
import { EVENT_LABELS } from "../shared/condition-labels.ts";

const EVENT = "event:";
const SEGMENT = "segment";

/** What a test can be about, for its first field. */
export function subjectsOf(catalog: Catalog) {
  const attributes = attributesOf(catalog).map(({ name, label }) => ({ value: name, label }));
  const events = EVENTS.map((event) => ({ value: `${EVENT}${event}`, label: EVENT_LABELS[event] }));
  return [
    { group: "What you know of them", items: attributes },
    { group: "What they did", items: events },
    { group: "Others", items: [{ value: SEGMENT, label: "In another segment" }] },
  ];
}

export function subjectOf(test: Test): string {
  if ("segment_id" in test) return SEGMENT;
  return "event" in test ? `${EVENT}${test.event}` : test.attribute;
}

/** A test to begin with, about a subject. */
export function newTest(subject: string, catalog: Catalog): Test {
  if (subject === SEGMENT) return { segment_id: "" };
  if (subject.startsWith(EVENT)) return { event: subject.slice(EVENT.length) as EventName };
  const attribute = attributesOf(catalog).find(({ name }) => name === subject);
  const operator: Operator = (attribute && OPERATORS_OF[attribute.type][0]) ?? "equals";
  return withOperator({ attribute: subject, operator }, operator, attribute);
}

/** Compares by something else. Values stay where they fit. */
export function withOperator(
  { attribute: name, ...test }: AttributeTest,
  operator: Operator,
  attribute: Attribute | undefined,
): AttributeTest {
  if (isValueless(operator)) return { attribute: name, operator };
  const isDays = DAYS_OPERATORS.includes(operator);
  const hadDays = DAYS_OPERATORS.includes(test.operator);
  const known: readonly Scalar[] = isDays === hadDays ? valuesOf(test).filter((value) => value !== "") : [];
  const fallback = isDays ? 30 : attribute?.type === "flag" ? true : attribute?.type === "number" ? 0 : "";
  if (operator === "between")
    return { attribute: name, operator, value: [known[0] ?? fallback, known[1] ?? known[0] ?? fallback] };
  if (LIST_OPERATORS.includes(operator)) return { attribute: name, operator, value: [...known] };
  return { attribute: name, operator, value: known[0] ?? fallback };
}
