import { CONDITION_PARTS_MAX, type Condition, isGroup, partsOf } from "./condition-rules.ts";

/** A condition with those of all segments in it, each as often as it's in it: that's what the database is asked. */
const WHOLE_PARTS_MAX = 500;

export const TOO_LARGE = `Together with the segments in it, this has more than ${WHOLE_PARTS_MAX} parts. Use fewer segments, or each one only once.`;

type ConditionOf = (id: string) => Condition | null | undefined;

/** True if a condition isn't too large with the segments in it. A few that name each other several times multiply. */
export function isSmall(condition: Condition, conditionOf: ConditionOf): boolean {
  return sizer(conditionOf)(condition) <= Math.max(WHOLE_PARTS_MAX, CONDITION_PARTS_MAX);
}

/** Counts each segment once, however often it's named. */
function sizer(conditionOf: ConditionOf): (condition: Condition) => number {
  const sizes = new Map<string, number>();
  const sizeOf = (condition: Condition): number => {
    if (isGroup(condition)) return partsOf(condition).parts.reduce((sum, part) => sum + sizeOf(part), 1);
    return "segment_id" in condition ? 1 + sizeInside(condition.segment_id) : 1;
  };
  const sizeInside = (id: string): number => {
    const known = sizes.get(id);
    if (known !== undefined) return known;
    // A circle, which an import may bring, ends here.
    sizes.set(id, 0);
    const inner = conditionOf(id);
    const size = inner ? sizeOf(inner) : 0;
    sizes.set(id, size);
    return size;
  };
  return sizeOf;
}
