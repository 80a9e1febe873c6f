/*
 * Audiences are conditions. Tags, pages, and a filter like the table of leads' are a shorthand for one, which programs
 * may send, and which saved views and campaigns from before there were conditions have.
 */
import { isId } from "#src/lib/endpoint.ts";
import { type Condition, EVERYONE, isGroup } from "./conditions/condition-rules.ts";

/** Whom something is for. */
export interface Audience {
  condition: Condition;
}

export interface AudienceFilter {
  q?: string | undefined;
  profile_id?: string | undefined;
  tag?: string | undefined;
  country?: string | undefined;
  status?: string | undefined;
  stage_id?: string | undefined;
  owner_id?: string | undefined;
  address?: string | undefined;
  segment_id?: string | undefined;
  /** Created since then, and before then. */
  since?: string | undefined;
  before?: string | undefined;
  /** Created within this many days. */
  days?: number | undefined;
}

/** People with one of the tags, or who signed up on one of the pages, further limited by the filter. */
export interface AudienceShorthand {
  tags?: string[] | undefined;
  profile_ids?: string[] | undefined;
  filter?: AudienceFilter | undefined;
}

/** What no segment has, so that an id that can't be one stays one that's gone. */
const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The condition that a shorthand stands for: it's true for the same contacts. */
export function conditionOf({ tags = [], profile_ids = [], filter = {} }: AudienceShorthand): Condition {
  const tagged: Condition[] = tags.length > 0 ? [{ attribute: "tag", operator: "in", value: tags }] : [];
  const pages = profile_ids.map((id) => id.toLowerCase());
  const from: Condition[] = pages.length > 0 ? [{ attribute: "page", operator: "in", value: pages }] : [];
  const some = [...tagged, ...from];
  const [only] = some;
  const any: Condition[] = only === undefined ? [] : some.length === 1 ? [only] : [{ any: some }];
  return allOf([...any, ...testsOf(filter)]);
}

function testsOf({ q, segment_id, since, before, days, ...filter }: AudienceFilter): Condition[] {
  const is = (attribute: string, value: string | undefined): Condition[] =>
    value === undefined || value === "" ? [] : [{ attribute, operator: "equals", value }];
  return [
    ...(q === undefined || q.trim() === ""
      ? []
      : [{ attribute: "search", operator: "contains", value: q } as const]),
    ...is("page", filter.profile_id?.toLowerCase()),
    ...is("tag", filter.tag),
    ...is("country", filter.country),
    ...is("status", filter.status),
    ...is("stage", filter.stage_id?.toLowerCase()),
    ...is("owner", filter.owner_id),
    ...is("address", filter.address),
    ...(segment_id === undefined
      ? []
      : [{ segment_id: isId(segment_id) ? segment_id.toLowerCase() : NO_ID }]),
    ...(since === undefined ? [] : [{ none: [createdBefore(since)] }]),
    ...(before === undefined ? [] : [createdBefore(before)]),
    ...(days === undefined ? [] : [{ attribute: "created", operator: "in_last_days", value: days } as const]),
  ];
}

const createdBefore = (moment: string): Condition => ({
  attribute: "created",
  operator: "before",
  value: new Date(moment).toISOString(),
});

/** Everyone for whom all of these are true. */
export function allOf(conditions: readonly Condition[]): Condition {
  const parts = conditions.filter((one) => !isGroup(one) || JSON.stringify(one) !== JSON.stringify(EVERYONE));
  const [only] = parts;
  return only === undefined ? EVERYONE : parts.length === 1 ? only : { all: [...parts] };
}

/** An audience as it's stored, also by versions that had only the shorthand. */
export function audienceOf(stored: Audience | AudienceShorthand): Audience {
  return "condition" in stored ? { condition: stored.condition } : { condition: conditionOf(stored) };
}
