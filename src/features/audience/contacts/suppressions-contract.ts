import * as z from "zod";
import { fileOf, member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { pageOf } from "#src/lib/list.ts";
import { CONTACT_ERRORS, suppressionSchema } from "./contract.ts";
import { NOTE_CHARS_MAX, SUPPRESS_MAX, SUPPRESSION_REASONS } from "./rules.ts";

/** In the list, with the lead's id if there's one with that address. */
const listedSchema = suppressionSchema.extend({ contact_id: z.string().nullable() });
export type ListedSuppression = z.infer<typeof listedSchema>;

const { get, post, del } = routesOf("contacts");
const email = z.string().max(500);
const scope = storedText(100).trim().min(1).optional();
const suppressing = {
  reason: z.enum(SUPPRESSION_REASONS).exclude(["erased"]).default("manual"),
  scope,
  note: z.string().trim().max(NOTE_CHARS_MAX).optional(),
};

export const suppressionsContract = {
  suppressions: member("leads.see")
    .route(get("/suppressions", "Addresses that get no e-mail from you, newest first"))
    .errors(pickErrors(CONTACT_ERRORS, "CURSOR_INVALID"))
    .input(z.object({ q: z.string().max(200).optional(), cursor: z.string().max(4000).optional() }))
    .output(pageOf(listedSchema)),
  exportSuppressions: member("leads.export")
    .route(
      get(
        "/suppressions/export",
        "Addresses that get no e-mail from you at all, as a CSV file that an import reads back; who left only a topic isn’t in it",
      ),
    )
    .input(z.object({}))
    .output(fileOf("text/csv")),
  suppress: member("leads.delete")
    .route(post("/suppressions", "Send nothing to an address anymore"))
    .errors(pickErrors(CONTACT_ERRORS, "EMAIL_INVALID"))
    .input(z.object({ email, ...suppressing }))
    .output(suppressionSchema),
  suppressMany: member("leads.delete")
    .route(
      post(
        "/suppressions/many",
        "Send nothing to these addresses anymore. What isn’t an address comes back as `wrong`",
      ),
    )
    .input(z.object({ emails: z.array(email).min(1).max(SUPPRESS_MAX), ...suppressing }))
    .output(
      z.object({
        added: z.number(),
        /** Already suppressed, for this or a graver reason. */
        known: z.number(),
        wrong: z.array(z.string()),
      }),
    ),
  lift: member("connections.manage")
    .route(
      del(
        "/suppressions",
        "Lift a suppression that wasn’t the person’s own wish: of all e-mail, or of one topic",
      ),
    )
    .errors(pickErrors(CONTACT_ERRORS, "NOT_SUPPRESSED", "SUPPRESSION_KEPT"))
    .input(z.object({ email, scope, note: z.string().trim().min(1).max(NOTE_CHARS_MAX) }))
    .output(z.object({ email: z.string(), wish: z.enum(SUPPRESSION_REASONS).nullable() })),
};
