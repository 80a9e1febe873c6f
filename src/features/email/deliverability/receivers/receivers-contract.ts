import * as z from "zod";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { PAUSE_REASONS } from "#src/features/email/sending-accounts/rules.ts";
import { idSchema, listOf, member, routesOf } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";

const NOT_FOUND = pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND");

const pausedSchema = z.object({
  mailbox_id: z.string(),
  /** The sending account’s address. */
  address: z.string(),
  /** An operator such as `gmail`, or a host. */
  receiver: z.string(),
  /** By hand, or by the rule and for which of its reasons. */
  why: z.enum(PAUSE_REASONS),
  paused_at: z.string(),
  /** How many messages of campaigns wait because of it. */
  waiting: z.number(),
});
export type PausedReceiver = z.infer<typeof pausedSchema>;

/** As in addresses: a name in any script, or an IP address in brackets. */
const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^[\p{L}\p{M}\p{N}._:[\]-]+$/u);
const { get, post } = routesOf("deliverability");

export const receiversEndpoints = {
  pausedReceivers: member("mail.send")
    .route(
      get("/deliverability/receivers/paused", "Receivers that get nothing from a sending account for now"),
    )
    .output(listOf(pausedSchema)),
  pauseReceiver: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/receivers/pause",
        "Hold back a sending account’s e-mail to one receiver. `host` may be any of the operator’s domains, and all of them are meant",
      ),
    )
    .errors(NOT_FOUND)
    .input(z.object({ id: idSchema, host }))
    .output(z.object({ receiver: z.string() })),
  resumeReceiver: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/receivers/resume",
        "Let e-mail to a receiver go out again. What waits follows within 15 minutes",
      ),
    )
    .errors(NOT_FOUND)
    .input(z.object({ id: idSchema, host }))
    .output(z.object({ receiver: z.string() })),
};
