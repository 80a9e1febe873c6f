import {
  type FilterSearch,
  toContactFilter,
} from "#src/features/audience/contacts/ui/shared/filter-search.ts";
import type { Segment, SegmentFilter } from "#src/features/audience/segments/audience-contract.ts";

export function choiceOf(filter: SegmentFilter = {}): FilterSearch {
  const { q, tag, country, status, stage_id, owner_id, address, segment_id, days } = filter;
  const chosen = { q, tag, country, status, stage: stage_id, owner: owner_id, address, segment: segment_id };
  return { ...chosen, all: true, days: days === undefined ? undefined : String(days) };
}

/** Merges a choice into a filter. Fields that only the API can set stay. */
export function filterWith(filter: SegmentFilter | undefined, choice: FilterSearch): Segment["filter"] {
  const { profile_id, since, before } = filter ?? {};
  const days = Number(choice.days) > 0 ? Number(choice.days) : undefined;
  const { q, ...chosen } = toContactFilter(choice);
  // In the order of the contract, so that equal filters look the same.
  return orNone({ q: q || undefined, profile_id, ...chosen, since, before, days });
}

/** Removes the fields that only the API can set. */
export const filterOfScreen = (filter: SegmentFilter) => filterWith(undefined, choiceOf(filter));

function orNone(filter: SegmentFilter): Segment["filter"] {
  return Object.values(filter).some((value) => value !== undefined) ? filter : undefined;
}
