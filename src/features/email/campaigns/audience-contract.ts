import * as z from "zod";
import { filterSchema } from "#src/features/audience/contacts/contract.ts";
import { TAG_CHARS_MAX } from "#src/features/audience/contacts/rules.ts";
import { storedText } from "#src/lib/endpoint.ts";
import { TAGS_MAX } from "./rules.ts";

const DAYS_BACK_MAX = 3650;

/**
 * Text that PostgreSQL can't store becomes a value that nothing matches, because ignoring it would find more
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
 * Any filter of the table of leads. Unknown fields are rejected, because an audience without them would be
 * larger.
 */
const audienceFilterSchema = filterSchema
  .extend({
    q: soughtText(200),
    tag: soughtText(TAG_CHARS_MAX),
    profile_id: soughtId,
    stage_id: soughtId,
    owner_id: soughtId,
    /** Created within this many days before the start, counted as the table counts them. */
    days: z.number().int().min(1).max(DAYS_BACK_MAX).optional(),
  })
  .strict();
export type AudienceFilter = z.output<typeof audienceFilterSchema>;

/**
 * The audience: everyone, or people with one of the tags, or who signed up on one of the profiles' pages,
 * further limited by the filter.
 */
export const audienceSchema = z
  .object({
    tags: z.array(storedText(60).trim()).max(TAGS_MAX).default([]),
    profile_ids: z.array(z.uuid()).max(TAGS_MAX).default([]),
    filter: audienceFilterSchema.optional(),
  })
  .overwrite(({ filter, ...audience }) => {
    const isFiltering = filter && Object.values(filter).some((value) => value !== undefined);
    return isFiltering ? { ...audience, filter } : audience;
  });
export type Audience = z.output<typeof audienceSchema>;
