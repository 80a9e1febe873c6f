import * as z from "zod";
import { listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { REQUEST_KINDS } from "../rules.ts";

const requestSchema = z.object({
  id: z.string(),
  kind: z.enum(REQUEST_KINDS),
  /** The team member who handled it, or null if the person used the link in an e-mail. */
  by: z.string().nullable(),
  /** The contact, unless they're off the list. */
  contact: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  report: z.record(z.string(), z.number()),
  at: z.string(),
});

const { get } = routesOf("contacts");

export const requestsEndpoint = member("leads.delete")
  .route(
    get("/contact-requests", "Who asked for a copy of what you know about them, or was erased, newest first"),
  )
  .errors(pickErrors(LIST_ERRORS, "CURSOR_INVALID"))
  .input(z.object({ cursor: z.string().max(4000).optional() }))
  .output(listOf(requestSchema));

export type PrivacyRequest = z.infer<typeof requestSchema>;
