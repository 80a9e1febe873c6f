import * as z from "zod";
import { LINK_ERRORS } from "#src/features/pages/links/contract.ts";
import { PROFILE_ERRORS } from "#src/features/pages/profiles/contract.ts";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { pageChangesSchema, restorationSchema } from "../contract.ts";

export const PAGE_DRAFT_ERRORS = {
  PAGE_DRAFT_NOT_FOUND: { status: 409, message: "There’s no draft of this page." },
  MOMENT_PASSED: { status: 400, message: "Choose a time in the future." },
  RETURN_TOO_EARLY: { status: 400, message: "The page can only go back after the draft has gone live." },
  RETURN_PENDING: {
    status: 409,
    message:
      "The last draft is still live for a time. Publish this one now, wait until the page has gone back, or cancel that.",
  },
  ...pickErrors(PROFILE_ERRORS, "PROFILE_NOT_FOUND"),
  ...pickErrors(LINK_ERRORS, "LINK_LIMIT"),
} as const;

const draftSchema = z.object({
  /** The page that visitors see. */
  profile_id: z.string(),
  page_name: z.string(),
  /** The profile to edit. Null if there’s none, or none that you may access. */
  draft_id: z.string().nullable(),
  /** How it differs from what it was a copy of. Null without one. */
  changes: pageChangesSchema.nullable(),
  /** When it goes live, if that’s planned. */
  publish_at: z.string().nullable(),
  /** When the page goes back to what it was. */
  revert_at: z.string().nullable(),
  /** True if a draft has gone live until `revert_at`. */
  is_live: z.boolean(),
});
export type PageDraft = z.infer<typeof draftSchema>;

const publishedSchema = z.object({
  /** What’s still planned. */
  draft: draftSchema.nullable(),
  /** The version that the page was until now, to undo this. Null if it goes live later. */
  before: z.string().nullable(),
  problems: restorationSchema.shape.problems,
});
export type Published = z.infer<typeof publishedSchema>;

const ofPage = z.object({ profile_id: idSchema });
const moment = z.iso.datetime({ offset: true });
const answer = z.object({ draft: draftSchema.nullable() });
const { get, post, del } = routesOf("page drafts");
const PATH = "/profiles/{profile_id}/draft";
const NOT_FOUND = pickErrors(PAGE_DRAFT_ERRORS, "PROFILE_NOT_FOUND");

/** Each takes the id of the page or that of its draft. */
export const pageDraftsContract = {
  get: member("profiles.see")
    .route(get(PATH, "The draft of a page, and what’s planned with it"))
    .errors(NOT_FOUND)
    .input(ofPage)
    .output(answer),
  create: member("profiles.edit")
    .route(
      post(PATH, "Copy a page into a draft, a profile that’s off and takes no slot; a page has one", {
        successStatus: 201,
      }),
    )
    .errors(pickErrors(PAGE_DRAFT_ERRORS, "PROFILE_NOT_FOUND", "LINK_LIMIT"))
    .input(ofPage)
    .output(draftSchema),
  publish: member("profiles.edit")
    .route(
      post(
        `${PATH}/publish`,
        "Change the page as its draft was changed, now or at a time; what’s in both stays as it is on the page",
      ),
    )
    .errors(PAGE_DRAFT_ERRORS)
    .input(
      ofPage.extend({
        /** Now, if absent. */
        publish_at: moment.nullish(),
        /** When that’s undone. What’s edited on the page until then stays. */
        revert_at: moment.nullish(),
      }),
    )
    .output(publishedSchema),
  cancel: member("profiles.edit")
    .route(
      post(`${PATH}/cancel`, "Cancel what’s planned: that the draft goes live, or that the page goes back"),
    )
    .errors(NOT_FOUND)
    .input(ofPage)
    .output(answer),
  discard: member("profiles.edit")
    .route(del(PATH, "Move a draft to the trash; restoring it there brings it back"))
    .errors(NOT_FOUND)
    .input(ofPage)
    .output(answer),
};
