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

/** A condition's tests, and those of the segments in it. Each segment counts once, however often it's named. */
function* testsThrough(
  condition: Condition,
  conditionOf: ConditionOf,
  seen = new Set<string>(),
): Generator<Test> {
  for (const test of testsIn(condition)) {
    yield test;
    if (!("segment_id" in test) || seen.has(test.segment_id)) continue;
    seen.add(test.segment_id);
    const inner = conditionOf(test.segment_id);
    if (inner) yield* testsThrough(inner, conditionOf, seen);
  }
}

/** True if somebody may come or leave just because time passes. */
export function isTimed(condition: Condition, conditionOf: ConditionOf): boolean {
  return [...testsThrough(condition, conditionOf)].some((test) => {
    if ("event" in test) return test.days !== undefined;
    if (!("attribute" in test)) return false;
    return test.attribute === "paused" || DAYS_OPERATORS.includes(test.operator);
  });
}

/** True if a condition is about a segment, even through others. */
export function isAbout(
  condition: Condition,
  { id, conditionOf }: { id: string; conditionOf: ConditionOf },
): boolean {
  return [...testsThrough(condition, conditionOf)].some(
    (test) => "segment_id" in test && test.segment_id === id,
  );
}

/** Those that others are about come first. */
export function byDependency<Row extends { id: string; condition: Condition | null }>(
  rows: readonly Row[],
): Row[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  const ordered = new Set<Row>();
  const begun = new Set<Row>();
  const add = (row: Row) => {
    if (begun.has(row)) return;
    begun.add(row);
    for (const test of row.condition ? testsIn(row.condition) : []) {
      const inner = "segment_id" in test ? known.get(test.segment_id) : undefined;
      if (inner) add(inner);
    }
    ordered.add(row);
  };
  for (const row of rows) add(row);
  return [...ordered];
}
