/* Whether a link still leads somewhere, looked at when somebody asks. */
import * as z from "zod";
import { idSchema, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LINK_ERRORS } from "../contract.ts";
import { CHECKED_FIELDS } from "./rules.ts";

const { post } = routesOf("links");

export const linkCheckContract = {
  check: member("links.edit")
    .route(post("/links/{id}/check", "Look whether a link’s URL leads somewhere; that’s no click"))
    .errors(pickErrors(LINK_ERRORS, "LINK_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(
      z.object({
        /** Failing once is not dead yet. Unchecked are hidden links, and what isn’t on the web. */
        state: z.enum(["ok", "failing", "dead", "unchecked"]),
        /** Why it doesn’t work. */
        problem: sentence().nullable(),
        /** Which of its addresses that’s about. */
        problem_at: z.enum(CHECKED_FIELDS).nullable(),
      }),
    ),
};
