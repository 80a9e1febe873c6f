import * as z from "zod";
import { idSchema, member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS, listInput, pageOf } from "#src/lib/list.ts";
import { LINK_ERRORS, linkSchema } from "../contract.ts";
import { QUERY_CHARS_MAX } from "./search-rules.ts";

const LINK_SORTS = ["created_at", "position"] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

export const linkFilterSchema = z.object({
  /**
   * Words of the title, URL, description, notes, tags or folder, all of which have to be there; several in quotes;
   * `url:` `tag:` `status:` (shown, hidden, scheduled, ended) and `in:` (a folder or page) before one.
   */
  q: storedText(QUERY_CHARS_MAX, `Search for up to ${QUERY_CHARS_MAX} characters.`).optional(),
  /** Only on this page. */
  profile_id: idSchema.optional(),
});
export type LinkFilterInput = z.infer<typeof linkFilterSchema>;

const labelSchema = z.array(z.object({ name: z.string(), count: z.number() }));
const { get } = routesOf("links");

export const linkSearchContract = {
  search: member("links.see")
    .route(get("/links/search", "Links and blocks of all pages that match, newest first"))
    .errors({ ...pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND"), ...LIST_ERRORS })
    .input(linkFilterSchema.extend(listInput(LINK_SORTS).shape))
    .output(pageOf(linkSchema)),
  labels: member("links.see")
    .route(get("/links/labels", "The tags and folders of links, those of most links first"))
    .output(z.object({ tags: labelSchema, folders: labelSchema })),
};
