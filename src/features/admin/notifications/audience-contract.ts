import * as z from "zod";
import { COUNTRIES } from "#src/lib/countries.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { DAYS_MAX, NUMBER_MAX, RULES_MAX, USED_NAMES } from "./rules.ts";

const number = z.number().int().min(0).max(NUMBER_MAX);
const days = z.number().int().min(1).max(DAYS_MAX);
const rule = <Field extends string, Value extends z.ZodType>(field: Field, value: Value) =>
  z.object({ field: z.literal(field), value });

export const ruleSchema = z.discriminatedUnion("field", [
  rule("plan", z.enum(["free", "premium"])),
  rule("verified", z.enum(["yes", "no"])),
  rule("language", z.enum(LANGUAGES)),
  rule("country", z.enum(COUNTRIES)),
  rule("signed_up_after", z.iso.date()),
  rule("signed_up_before", z.iso.date()),
  rule("seen_within", days),
  rule("not_seen_for", days),
  rule("uses", z.enum(USED_NAMES)),
  rule("uses_not", z.enum(USED_NAMES)),
  rule("profiles_min", number),
  rule("profiles_max", number),
  rule("links_min", number),
  rule("links_max", number),
  rule("contacts_min", number),
  rule("contacts_max", number),
]);
export type AudienceRule = z.output<typeof ruleSchema>;

/** Without rules, it's everyone. */
export const audienceSchema = z.object({
  match: z.enum(["all", "any"]).default("all"),
  rules: z.array(ruleSchema).max(RULES_MAX).default([]),
});
export type BroadcastAudience = z.output<typeof audienceSchema>;
