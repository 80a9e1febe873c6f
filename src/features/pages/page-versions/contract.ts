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

export const PAGE_DRAFT_ERRORS = {
  PAGE_DRAFT_NOT_FOUND: { status: 404, message: "There’s no draft of this page." },
  PAGE_CHANGED_MEANWHILE: {
    status: 409,
    message: "The page has changed since its draft was made. Publishing replaces those changes.",
  },
  MOMENT_PASSED: { status: 400, message: "Choose a time in the future." },
  RETURN_TOO_EARLY: { status: 400, message: "The page can only go back after the draft has gone live." },
  ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
  ...pickErrors(LINK_ERRORS, "LINK_LIMIT"),
} as const;

const draftSchema = z.object({
  /** The page that visitors see. */
  profile_id: z.string(),
  page_name: z.string(),
  /** The profile to edit, which is off. Null once it’s published, while the page waits to go back. */
  draft_id: z.string().nullable(),
  publish_at: z.string().nullable(),
  revert_at: z.string().nullable(),
  /** How the page has changed since it was copied. Null without a copy. */
  page_changes: pageChangesSchema.nullable(),
});
export type PageDraft = z.infer<typeof draftSchema>;

const publishedSchema = z.object({
  /** What’s still planned. */
  draft: draftSchema.nullable(),
  problems: restorationSchema.shape.problems,
});
export type Published = z.infer<typeof publishedSchema>;

const moment = z.iso.datetime({ offset: true });
const draftRoutes = routesOf("page drafts");
const DRAFT_PATH = "/profiles/{profile_id}/draft";
const NO_DRAFT = pickErrors(PAGE_DRAFT_ERRORS, "PROFILE_NOT_FOUND", "PAGE_DRAFT_NOT_FOUND");

/** Each takes the id of the page or that of its draft. */
export const pageDraftsContract = {
  get: member("profiles.see")
    .route(draftRoutes.get(DRAFT_PATH, "The draft of a page, if there’s one"))
    .errors(pickErrors(PAGE_DRAFT_ERRORS, "PROFILE_NOT_FOUND"))
    .input(ofPage)
    .output(z.object({ draft: draftSchema.nullable() })),
  create: member("profiles.edit")
    .route(
      draftRoutes.post(DRAFT_PATH, "Copy a page into a draft, a profile that’s off and takes no slot", {
        successStatus: 201,
      }),
    )
    .errors(pickErrors(PAGE_DRAFT_ERRORS, "PROFILE_NOT_FOUND"))
    .input(ofPage)
    .output(draftSchema),
  publish: member("profiles.edit")
    .route(draftRoutes.post(`${DRAFT_PATH}/publish`, "Make the page like its draft, now or at a time"))
    .errors(PAGE_DRAFT_ERRORS)
    .input(
      ofPage.extend({
        /** Now, if absent. */
        publish_at: moment.nullish(),
        /** When the page goes back to what it was. */
        revert_at: moment.nullish(),
        /** Replaces what has changed on the page meanwhile. It stays among its versions. */
        takes_over: z.boolean().optional(),
      }),
    )
    .output(publishedSchema),
  cancel: member("profiles.edit")
    .route(draftRoutes.post(`${DRAFT_PATH}/cancel`, "Take back when a draft goes live and the page goes back"))
    .errors(NO_DRAFT)
    .input(ofPage)
    .output(z.object({ draft: draftSchema.nullable() })),
  discard: member("profiles.edit")
    .route(draftRoutes.del(DRAFT_PATH, "Move a draft to the trash"))
    .errors(NO_DRAFT)
    .input(ofPage)
    .output(ofPage),
};
