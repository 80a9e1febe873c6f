import * as z from "zod";
import { filterSchema } from "#src/features/audience/contacts/contract.ts";
import { TAG_CHARS_MAX, TAGS_MAX } from "#src/features/audience/contacts/rules.ts";
import { storedText } from "#src/lib/endpoint.ts";
import { type Audience, type AudienceShorthand, allOf, conditionOf } from "./audience-rules.ts";
import { conditionSchema } from "./conditions/condition-contract.ts";

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

/** Unknown fields are rejected, because an audience without them would be larger. */
const audienceFilterSchema = filterSchema
  .omit({ condition: true })
  .extend({
    q: soughtText(200),
    tag: soughtText(TAG_CHARS_MAX),
    profile_id: soughtId,
    stage_id: soughtId,
    owner_id: soughtId,
    segment_id: soughtId,
    /** Created within this many days before the request. */
    days: z.number().int().min(1).max(DAYS_BACK_MAX).optional(),
  })
  .strict();

/* A condition contains itself, at which the client's types end. */

/** An audience as it's answered. */
export const audienceSchema = z.object({ condition: conditionSchema }) as unknown as z.ZodType<{
  condition: unknown;
}>;

type AudienceInput = AudienceShorthand & { condition?: unknown };

/**
 * An audience as it's sent: a condition, or the shorthand: people with one of the tags, or who signed up on one of
 * the profiles' pages, further limited by the filter. Everyone if nothing is given.
 */
export const audienceInputSchema = z
  .object({
    condition: conditionSchema.optional(),
    tags: z.array(storedText(60).trim()).max(TAGS_MAX).optional(),
    profile_ids: z.array(z.uuid()).max(TAGS_MAX).optional(),
    filter: audienceFilterSchema.optional(),
  })
  .transform(({ condition, ...shorthand }) => ({
    condition: condition === undefined ? conditionOf(shorthand) : allOf([condition, conditionOf(shorthand)]),
  })) as unknown as z.ZodType<Audience, AudienceInput>;
