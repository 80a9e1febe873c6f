import * as z from "zod";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { bulkInput, bulkOutcomeSchema } from "#src/lib/list.ts";
import { ACCESS_ERRORS, scheduleInput } from "../access-contract.ts";
import { folderInput, LINK_ERRORS, tagInput } from "../contract.ts";
import { linkFilterSchema } from "../search/search-contract.ts";
import { LINK_ACTIONS, REPLACED_CHARS_MAX } from "./bulk-rules.ts";

export const LINK_BULK_ERRORS = {
  TOO_MANY_LINKS: {
    status: 400,
    message: "That’s more than 10,000 links. Search for fewer of them.",
  },
  DOMAIN_INVALID: { status: 400, message: "Enter a domain such as example.com." },
  UNDO_TOO_LATE: { status: 409, message: "There’s nothing left to bring back." },
} as const;

const tag = tagInput.trim().min(1, "Enter a tag.");
const replaced = z.string().max(REPLACED_CHARS_MAX);

const changeSchema = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("tag"), tag }),
  z.strictObject({ action: z.literal("untag"), tag }),
  /** Null takes them out of their folders. */
  z.strictObject({ action: z.literal("folder"), folder: folderInput.nullable() }),
  z.strictObject({ action: z.literal("show") }),
  z.strictObject({ action: z.literal("hide") }),
  /** Null removes the schedule. */
  z.strictObject({ action: z.literal("schedule"), schedule: scheduleInput.nullable() }),
  z.strictObject({ action: z.literal("delete") }),
  /** To the end of another page. */
  z.strictObject({ action: z.literal("move"), profile_id: idSchema }),
  /** Where a link leads, with its A/B test and fallbacks. `www.` before the domain stays. */
  z.strictObject({
    action: z.literal("replace_domain"),
    from: replaced.trim().min(1),
    to: replaced.trim().min(1),
  }),
  /** Upper and lower case count. */
  z.strictObject({
    action: z.literal("replace_text"),
    from: replaced.min(1, "Enter the text to replace."),
    to: replaced,
    in: z.enum(["titles", "urls", "both"]),
  }),
]);
export type LinkChangeInput = z.input<typeof changeSchema>;

const changeManySchema = bulkInput(linkFilterSchema).extend({ change: changeSchema });
export type ChangeMany = z.output<typeof changeManySchema>;

const exampleSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** Null if that would say no more than the action does. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});

const { get, post } = routesOf("links");

export const linkBulkContract = {
  changeMany: member("links.edit")
    .route(
      post(
        "/links/changes",
        "Change up to 10,000 links at once, or say what would change; undone for an hour",
      ),
    )
    .errors({
      ...pickErrors(LINK_BULK_ERRORS, "TOO_MANY_LINKS", "DOMAIN_INVALID"),
      ...pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND"),
      ...pickErrors(ACCESS_ERRORS, "SCHEDULE_INVALID", "LINK_ZONE_UNKNOWN"),
    })
    .input(changeManySchema)
    .output(bulkOutcomeSchema.omit({ job: true }).extend({ examples: z.array(exampleSchema) })),
  changes: member("links.edit")
    .route(get("/links/changes", "Your changes of many links that can still be undone, the newest first"))
    .output(
      z.object({
        items: z.array(
          z.object({ undo_id: z.string(), at: z.string(), count: z.number(), action: z.enum(LINK_ACTIONS) }),
        ),
      }),
    ),
  undoMany: member("links.edit")
    .route(post("/links/changes/undo", "Undo a change of many links; what was changed since stays as it is"))
    .errors(pickErrors(LINK_BULK_ERRORS, "UNDO_TOO_LATE"))
    .input(z.object({ undo_id: z.uuid() }))
    .output(
      z.object({
        restored: z.number(),
        /** Links that somebody changed since, or that are gone. */
        taken: z.number(),
        /** Links that don’t fit on their page anymore. They can be brought back later in the hour. */
        full: z.number(),
      }),
    ),
};
