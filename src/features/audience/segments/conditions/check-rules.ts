/* The dashboard shows these texts. */
import { findAttribute } from "./attribute-rules.ts";
import type { Catalog } from "./catalog-rules.ts";
import { type Condition, isGroup, partsOf, type Test } from "./condition-rules.ts";
import { eventProblem } from "./event-rules.ts";
import { attributeProblem, referenceProblem } from "./value-rules.ts";

export interface ConditionProblem {
  /** The part it's about, by the positions in each group from the outermost one on. */
  path: readonly number[];
  message: string;
}

/** Everything that's wrong with a condition: comparisons that don't fit, and what was deleted or never there. */
export function conditionProblems(condition: Condition, catalog: Catalog): readonly ConditionProblem[] {
  return problemsIn(condition, catalog, []);
}

function problemsIn(
  condition: Condition,
  catalog: Catalog,
  path: readonly number[],
): readonly ConditionProblem[] {
  if (isGroup(condition))
    return partsOf(condition).parts.flatMap((part, at) => problemsIn(part, catalog, [...path, at]));
  const message = testProblem(condition, catalog);
  return message === undefined ? [] : [{ path, message }];
}

/** What's wrong with one test, as a sentence, or undefined. */
export function testProblem(test: Test, catalog: Catalog): string | undefined {
  if ("segment_id" in test) return referenceProblem(catalog, "segments", test.segment_id);
  if ("event" in test) return eventProblem(test, catalog);
  const attribute = findAttribute(catalog, test.attribute);
  return attribute ? attributeProblem(attribute, test, catalog) : attributeGone(test.attribute);
}

const attributeGone = (name: string) => `There’s no field “${name}”, or not anymore.`;

/** The parts of a condition that aren't groups. */
export function testsIn(condition: Condition): readonly Test[] {
  return pathsIn(condition).map(({ test }) => test);
}

/** The same, each with its place. */
export function pathsIn(
  condition: Condition,
  path: readonly number[] = [],
): readonly { path: readonly number[]; test: Test }[] {
  if (!isGroup(condition)) return [{ path, test: condition }];
  return partsOf(condition).parts.flatMap((part, at) => pathsIn(part, [...path, at]));
}
