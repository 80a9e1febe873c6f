import * as z from "zod";
import { TAG_CHARS_MAX, TAGS_MAX } from "./rules.ts";

const valueSchema = z.union([z.string().max(2000), z.number(), z.boolean(), z.null()]);
export const fieldsSchema = z.record(z.string().max(50), valueSchema);
export const tagSchema = z.string().trim().min(1).max(TAG_CHARS_MAX);
const tagsSchema = z.array(tagSchema).max(TAGS_MAX);
/** A lead's data as typed, sent, or imported. */
export const draftSchema = z.object({
  email: z.string().max(500),
  name: z.string().max(500).optional(),
  phone: z.string().max(500).nullish(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, "Use the country’s two letters.")
    .optional(),
  time_zone: z.string().max(100).nullish(),
  tags: tagsSchema.optional(),
  fields: fieldsSchema.optional(),
});
