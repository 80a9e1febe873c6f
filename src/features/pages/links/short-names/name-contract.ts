/* Whether a link can have a short name, asked while it's typed. */
import * as z from "zod";
import { idSchema, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LINK_ERRORS } from "../contract.ts";

const { get } = routesOf("links");

export const shortNameContract = {
  checkShortName: member("links.edit")
    .route(
      get("/profiles/{profile_id}/short-names/{name}", "Whether a link on this page can have a short name"),
    )
    .errors(pickErrors(LINK_ERRORS, "PROFILE_NOT_FOUND"))
    .input(
      z.object({
        profile_id: idSchema,
        name: z.string().max(200),
        /** The link that would get it, whose own names are free. */
        link_id: idSchema.optional(),
      }),
    )
    .output(
      z.object({
        name: z.string(),
        /** Why not. Null if it can. */
        problem: z.enum(["SHORT_NAME_INVALID", "SHORT_NAME_RESERVED", "SHORT_NAME_TAKEN"]).nullable(),
        /** True if it would work only at the page's own domain. */
        is_own: z.boolean(),
      }),
    ),
};
