import * as z from "zod";
import { listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LANGUAGES } from "#src/lib/language.ts";
import { createProfileSchema, PROFILE_ERRORS, profileSchema } from "./contract.ts";
import { STARTERS } from "./starter-rules.ts";

const fields = z.record(z.string(), z.unknown());

const starterSchema = z.object({
  key: z.enum(STARTERS),
  label: z.string(),
  /** The profile and its links, as an export has them. */
  profile: fields,
  links: z.array(fields),
});
export type Starter = z.infer<typeof starterSchema>;

const { get, post } = routesOf("profiles");

export const createFromStarterSchema = createProfileSchema.required({ id: true }).extend({
  starter: z.enum(STARTERS),
  /** What its texts are in. */
  language: z.enum(LANGUAGES).default("en"),
});

/** A starter has links, so the verbs are in a later slice. */
export const profileStartersContract = {
  starters: member("profiles.edit")
    .route(get("/page-starters", "What a new profile can start from, by trade"))
    .input(z.object({ language: z.enum(LANGUAGES).default("en") }))
    .output(listOf(starterSchema)),
  createFromStarter: member("profiles.edit")
    .route(
      post("/profiles/from-starter", "Create a profile with the look, links and blocks of a starter", {
        successStatus: 201,
        description: "Its links and blocks are placeholders: all of them are hidden until you show them.",
      }),
    )
    .errors(pickErrors(PROFILE_ERRORS, "NAME_REQUIRED", "PROFILE_LIMIT", "PROFILE_NOT_FOUND"))
    .input(createFromStarterSchema)
    .output(profileSchema),
};
