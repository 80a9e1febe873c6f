import * as z from "zod";
import { contactSchema } from "#src/features/audience/contacts/contract.ts";
import { conditionSchema } from "#src/features/audience/segments/conditions/condition-contract.ts";
import { member, routesOf } from "#src/lib/endpoint.ts";
import { HYGIENE_GROUPS } from "./hygiene-rules.ts";

export const HYGIENE_ERRORS = {
  HYGIENE_NOT_UNDOABLE: { status: 409, message: "There’s nothing left to undo." },
} as const;

/** The type of the job that stops e-mail to many. */
export const LIST_HYGIENE = "deliverability.list-hygiene";

const hygieneSchema = z.object({
  groups: z.array(
    z.object({
      group: z.enum(HYGIENE_GROUPS),
      /** Without those who get nothing anyway. */
      count: z.number(),
      /** Who's in it, as a segment's condition. */
      condition: conditionSchema,
    }),
  ),
});

const outcomeSchema = z.object({
  /** How many addresses won't get e-mail anymore, or wouldn't. */
  count: z.number(),
  /** The newest 20, in a dry run. */
  examples: z.array(contactSchema),
  /** Set when a job does the work because there are many. Callers follow it by this id. */
  job: z.string().optional(),
});

const { get, post } = routesOf("deliverability");

export const hygieneEndpoints = {
  hygiene: member("leads.export")
    .route(get("/deliverability/hygiene", "Addresses on your list that harm more than they help, by group"))
    .output(hygieneSchema),
  suppressGroup: member("leads.delete")
    .route(
      post(
        "/deliverability/hygiene/suppress",
        "Send nothing to a group of your list anymore. With `dry_run` it only says to whom; `undo_id` undoes it",
      ),
    )
    .input(
      z.object({ group: z.enum(HYGIENE_GROUPS), dry_run: z.boolean().default(false), undo_id: z.uuid() }),
    )
    .output(outcomeSchema),
  undoHygiene: member("leads.delete")
    .route(post("/deliverability/hygiene/undo", "Let a whole group get e-mail again"))
    .errors(HYGIENE_ERRORS)
    .input(z.object({ undo_id: z.uuid() }))
    .output(z.object({ restored: z.number() })),
};
