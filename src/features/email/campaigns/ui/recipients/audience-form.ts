import {
  type FilterSearch,
  toContactFilter,
} from "#src/features/audience/contacts/ui/shared/filter-search.ts";
import { conditionOf } from "#src/features/audience/segments/audience-rules.ts";
import { type Condition, EVERYONE } from "#src/features/audience/segments/conditions/condition-rules.ts";
import { normalizeCondition } from "#src/features/audience/segments/conditions/text-rules.ts";

/** The condition for a view that was saved in the table of leads, there of one profile's or of all. */
export function conditionOfView(
  { all, days, ...view }: FilterSearch,
  profileId: string | undefined,
): Condition {
  const count = Number(days);
  return conditionOf({
    filter: {
      ...toContactFilter(view),
      ...(!all && { profile_id: profileId }),
      ...(Number.isInteger(count) && count > 0 && { days: count }),
    },
  });
}

export const isEveryone = (condition: Condition) =>
  JSON.stringify(normalizeCondition(condition)) === JSON.stringify(EVERYONE);

/** The segment that's all of a condition. */
export function segmentOf(condition: Condition): string | undefined {
  const only = normalizeCondition(condition);
  return "segment_id" in only ? only.segment_id : undefined;
}
