import * as z from "zod";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { CONTACT_ERRORS, contactSchema } from "../contract.ts";
import { FIELDS_MAX } from "../rules.ts";

export const MERGE_UNDO_DAYS = 30;

export const MERGE_ERRORS = {
  MERGE_SAME: { status: 400, message: "That’s the same lead twice. Pick two." },
  MERGE_FINAL: {
    status: 409,
    message: `This merge can’t be undone: it’s more than ${MERGE_UNDO_DAYS} days old, a later one is in the way, or a lead with that address was deleted since.`,
  },
} as const;

const { get, post } = routesOf("contacts");

export const mergeSchema = z.object({
  /** The remaining lead, or a preview of it. */
  contact: contactSchema,
  keep: contactSchema,
  gone: contactSchema,
});
export type Merge = z.infer<typeof mergeSchema>;

const alikeSchema = z.object({
  /** The common part: the inbox behind their addresses, or the phone number. */
  kind: z.enum(["address", "phone"]),
  contacts: z.array(contactSchema),
});
export type DuplicateGroup = z.infer<typeof alikeSchema>;

export const mergeContract = {
  duplicates: member("leads.delete")
    .route(
      get("/contact-duplicates", "Leads who share an inbox or a phone number: up to 50 groups of up to 10"),
    )
    .output(listOf(alikeSchema)),
  merge: member("leads.delete")
    .route(
      post(
        "/contacts/merge",
        "Make one lead of two; the stricter consent wins. With `dry_run`, only says what would become of them",
      ),
    )
    .errors({ ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND"), ...pickErrors(MERGE_ERRORS, "MERGE_SAME") })
    .input(
      z.object({
        /** The contact whose address and id stay. */
        keep_id: idSchema,
        gone_id: idSchema,
        /**
         * Fields to take from the merged contact although the other one has them, too: `name`, …,
         * `fields.key`.
         */
        take: z
          .array(z.string().max(60))
          .max(FIELDS_MAX + 10)
          .default([]),
        dry_run: z.boolean().default(false),
      }),
    )
    .output(mergeSchema),
  split: member("leads.delete")
    .route(
      post(
        "/contact-merges/{id}/undo",
        `Undo a merge within ${MERGE_UNDO_DAYS} days; the id is that of the lead who’s gone`,
      ),
    )
    .errors({
      ...pickErrors(CONTACT_ERRORS, "CONTACT_NOT_FOUND", "CONTACT_EXISTS"),
      ...pickErrors(MERGE_ERRORS, "MERGE_FINAL"),
    })
    .input(z.object({ id: idSchema }))
    .output(contactSchema),
};
