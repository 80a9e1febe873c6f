import * as z from "zod";
import { filterSchema } from "#src/features/audience/contacts/contract.ts";
import { TAG_CHARS_MAX, TAGS_MAX } from "#src/features/audience/contacts/rules.ts";
import { storedText } from "#src/lib/endpoint.ts";

const DAYS_BACK_MAX = 3650;

/**
 * Text that PostgreSQL can't store becomes a value without matches, because ignoring it would find more
 * people.
 */
const soughtText = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .overwrite((text) => text.toWellFormed().replaceAll("\0", "\ufffd"))
    .optional();
const soughtId = soughtText(100);

/**
 * Any filter of the table of leads. Unknown fields are rejected, because a segment without them would be
 * larger.
 */
const segmentFilterSchema = filterSchema
  .extend({
    q: soughtText(200),
    tag: soughtText(TAG_CHARS_MAX),
    profile_id: soughtId,
    stage_id: soughtId,
    owner_id: soughtId,
    segment_id: soughtId,
    /** Created within this many days before the request, counted like in the table of leads. */
    days: z.number().int().min(1).max(DAYS_BACK_MAX).optional(),
  })
  .strict();
export type SegmentFilter = z.output<typeof segmentFilterSchema>;

/**
 * A segment: everyone, or people with one of the tags, or who signed up on one of the profiles' pages,
 * further limited by the filter.
 */
export const segmentSchema = z
  .object({
    tags: z.array(storedText(60).trim()).max(TAGS_MAX).default([]),
    profile_ids: z.array(z.uuid()).max(TAGS_MAX).default([]),
    filter: segmentFilterSchema.optional(),
  })
  .overwrite(({ filter, ...segment }) => {
    const isFiltering = filter && Object.values(filter).some((value) => value !== undefined);
    return isFiltering ? { ...segment, filter } : segment;
  });
export type Segment = z.output<typeof segmentSchema>;
