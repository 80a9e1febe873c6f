import { pathsIn } from "./conditions/check-rules.ts";
import type { Condition, Test } from "./conditions/condition-rules.ts";
import { DAYS_OPERATORS } from "./conditions/value-rules.ts";

/** Looks up another segment's condition. Null for people picked by hand, undefined if it's gone. */
export type ConditionOf = (id: string) => Condition | null | undefined;

const testsIn = (condition: Condition): readonly Test[] => pathsIn(condition).map(({ test }) => test);

/**
 * What a condition reads besides the contacts themselves: events by their names, `consent`, `members` of other
 * segments, and `campaigns` for which ones are the last. Triggers in `migrations/` know these words.
 */
export function watchedBy(condition: Condition): string[] {
  const words = testsIn(condition).flatMap((test) => {
    if ("segment_id" in test) return ["members"];
    if ("event" in test) return test.last_campaigns === undefined ? [test.event] : [test.event, "campaigns"];
    return test.attribute.startsWith("consent.") ? ["consent"] : [];
  });
  return [...new Set(words)].sort();
}

/** True if somebody may come or leave just because time passes. */
export function isTimed(
  condition: Condition,
  conditionOf: ConditionOf,
  inside: readonly string[] = [],
): boolean {
  return testsIn(condition).some((test) => {
    if ("event" in test) return test.days !== undefined;
    if ("attribute" in test) return test.attribute === "paused" || DAYS_OPERATORS.includes(test.operator);
    const inner = inside.includes(test.segment_id) ? undefined : conditionOf(test.segment_id);
    return inner ? isTimed(inner, conditionOf, [...inside, test.segment_id]) : false;
  });
}

/** True if a condition is about a segment, even through others. */
export function isAbout(
  condition: Condition,
  { id, conditionOf }: { id: string; conditionOf: ConditionOf },
  inside: readonly string[] = [],
): boolean {
  return testsIn(condition).some((test) => {
    if (!("segment_id" in test) || inside.includes(test.segment_id)) return false;
    if (test.segment_id === id) return true;
    const inner = conditionOf(test.segment_id);
    return inner ? isAbout(inner, { id, conditionOf }, [...inside, test.segment_id]) : false;
  });
}

/** Those that others are about come first. */
export function byDependency<Row extends { id: string; condition: Condition | null }>(
  rows: readonly Row[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<Row>();
  const add = (row: Row, inside: readonly string[]) => {
    for (const test of row.condition ? testsIn(row.condition) : []) {
      const inner = "segment_id" in test ? known.get(test.segment_id) : undefined;
      if (inner && !inside.includes(inner.id)) add(inner, [...inside, inner.id]);
    }
    ordered.add(row);
  };
  for (const row of rows) add(row, [row.id]);
  return [...ordered];
}
