import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";

export const isEveryone = (condition: Condition) =>
  JSON.stringify(normalizeCondition(condition)) === JSON.stringify(EVERYONE);

/** The segment that's all of a condition. */
export function segmentOf(condition: Condition): string | undefined {
  const only = normalizeCondition(condition);
  return "segment_id" in only ? only.segment_id : undefined;
}
