import {
  type FilterSearch,
  SHORT_FIELDS,
  toContactFilter,
} from "#src/features/audience/contacts/ui/shared/filter-search.ts";
import { allOf, conditionOf } from "#src/features/audience/segments/audience-rules.ts";
import {
  type Condition,
  EVERYONE,
  isGroup,
  partsOf,
} from "#src/features/audience/segments/conditions/condition-rules.ts";
import { readCondition, writeCondition } from "#src/features/audience/segments/conditions/json-rules.ts";

/**
 * The condition for a filter of the table of leads, there of one profile's or of all. Undefined if what's in it
 * can't be read.
 */
export function conditionOfFilter(
  { all, days, condition, ...short }: FilterSearch,
  profileId: string | undefined,
): Condition | undefined {
  const written = condition === undefined ? EVERYONE : readCondition(condition);
  if (!written) return undefined;
  const { condition: _, ...filter } = toContactFilter(short);
  const count = Number(days);
  const rest = conditionOf({
    filter: {
      ...filter,
      ...(!all && { profile_id: profileId }),
      ...(Number.isInteger(count) && count > 0 && { days: count }),
    },
  });
  return allOf([written, rest]);
}

/** The filter with a condition instead of all fields that are short for one. */
export function withCondition({ q, all }: FilterSearch, condition: Condition): FilterSearch {
  return { q, all, condition: writeCondition(condition) };
}

/** True if there are fields that are short for a condition: from older views, or from links. */
export const isShort = (choice: FilterSearch): boolean => SHORT_FIELDS.some((field) => choice[field]);

/** The parts that all have to be true. */
export function topPartsOf(condition: Condition): readonly Condition[] {
  if (!isGroup(condition)) return [condition];
  const { join, parts } = partsOf(condition);
  return join === "all" ? parts : [condition];
}
