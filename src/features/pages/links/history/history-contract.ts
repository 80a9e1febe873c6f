/* What was changed about a link, by whom, and what it was before. */
import * as z from "zod";
import { UNNAMED } from "#src/features/instance/audit/contract.ts";
import { idSchema, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LINK_ERRORS } from "../contract.ts";

const changeSchema = z.object({
  /** The field, as the link has it; “password” for one that was set, changed, or removed. */
  field: z.string(),
  /** Unknown for a password. */
  before: z.unknown(),
  after: z.unknown(),
});

const versionSchema = z.object({
  id: z.string(),
  time: z.string(),
  who: sentence(Object.values(UNNAMED)),
  changes: z.array(changeSchema),
  /** What to send to make the link what it was before this change; empty if it's that again. A password stays. */
  restores: z.record(z.string(), z.unknown()),
});
export type LinkVersion = z.infer<typeof versionSchema>;

const { get } = routesOf("links");

export const linkHistoryContract = {
  history: member("links.edit")
    .route(get("/links/{id}/history", "The last 50 changes of a link, newest first"))
    .errors(pickErrors(LINK_ERRORS, "LINK_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(listOf(versionSchema)),
};
