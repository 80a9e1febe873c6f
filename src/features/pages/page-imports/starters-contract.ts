import * as z from "zod";
import { STARTERS } from "#src/features/pages/profiles/starter-rules.ts";
import { listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { LANGUAGES } from "#src/lib/language.ts";

const fields = z.record(z.string(), z.unknown());

const starterSchema = z.object({
  key: z.enum(STARTERS),
  label: z.string(),
  /** The profile and its links, as an export has them. */
  profile: fields,
  links: z.array(fields),
});
export type Starter = z.infer<typeof starterSchema>;

const { get } = routesOf("page imports");

export const startersContract = {
  starters: member("profiles.edit")
    .route(get("/page-starters", "What a new profile can start from, by trade"))
    .input(z.object({ language: z.enum(LANGUAGES).default("en") }))
    .output(listOf(starterSchema)),
};
