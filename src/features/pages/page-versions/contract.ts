import * as z from "zod";
import { LINK_ERRORS, linkSchema } from "#src/features/pages/links/contract.ts";
import { PROFILE_ERRORS, profileSchema } from "#src/features/pages/profiles/contract.ts";
import { idSchema, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { PAGE_PARTS } from "./rules.ts";

export const PAGE_VERSION_ERRORS = {
  PAGE_VERSION_NOT_FOUND: { status: 404, message: "This version isn’t there anymore." },
  ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
  ...pickErrors(LINK_ERRORS, "LINK_LIMIT"),
} as const;

export const pageChangesSchema = z.object({
  parts: z.array(z.enum(PAGE_PARTS)),
  /** Numbers of links and blocks. */
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  is_reordered: z.boolean(),
});
export type PageChanges = z.infer<typeof pageChangesSchema>;

const versionSchema = z.object({
  id: z.string(),
  made_at: z.string(),
  /** The name of who made it, if it was a person. */
  made_by: z.string().nullable(),
  /** What’s different from the version before it. Null for the first one. */
  changes: pageChangesSchema.nullable(),
  /** When the version was made that was restored by this one. */
  restored_from: z.string().nullable(),
});
export type PageVersion = z.infer<typeof versionSchema>;

const wholeVersionSchema = versionSchema.extend({
  /** As the profile and its links were then. */
  profile: profileSchema,
  links: z.array(linkSchema),
});
export type WholePageVersion = z.infer<typeof wholeVersionSchema>;

export const restorationSchema = z.object({
  profile: profileSchema,
  links: z.array(linkSchema),
  /** The version that the page was until now, to undo this. */
  before: z.string(),
  /** What couldn’t be brought back, and why. */
  problems: z.array(z.object({ what: z.string(), why: sentence() })),
});
export type Restoration = z.infer<typeof restorationSchema>;

const ofPage = z.object({ profile_id: idSchema });
const byId = ofPage.extend({ version_id: idSchema });
const { get, post } = routesOf("page versions");

export const pageVersionsContract = {
  list: member("profiles.see")
    .route(get("/profiles/{profile_id}/versions", "Earlier versions of a page, newest first"))
    .errors(pickErrors(PAGE_VERSION_ERRORS, "PROFILE_NOT_FOUND"))
    .input(ofPage)
    .output(listOf(versionSchema)),
  get: member("profiles.see")
    .route(get("/profiles/{profile_id}/versions/{version_id}", "A page as it was"))
    .errors(pickErrors(PAGE_VERSION_ERRORS, "PROFILE_NOT_FOUND", "PAGE_VERSION_NOT_FOUND"))
    .input(byId)
    .output(wholeVersionSchema),
  keep: member("profiles.edit")
    .route(
      post("/profiles/{profile_id}/versions", "Keep a page as it is now, if its newest version is another", {
        successStatus: 201,
      }),
    )
    .errors(pickErrors(PAGE_VERSION_ERRORS, "PROFILE_NOT_FOUND"))
    .input(ofPage)
    .output(versionSchema),
  restore: member("profiles.edit")
    .route(
      post(
        "/profiles/{profile_id}/versions/{version_id}/restore",
        "Bring back a version of a page; its username, its figures, and whether it’s active stay as they are",
      ),
    )
    .errors(pickErrors(PAGE_VERSION_ERRORS, "PROFILE_NOT_FOUND", "PAGE_VERSION_NOT_FOUND", "LINK_LIMIT"))
    .input(byId)
    .output(restorationSchema),
};
