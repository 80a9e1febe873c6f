import * as z from "zod";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import { DELIVERY_STATES } from "#src/features/email/delivery/rules.ts";
import { MAILBOX_ERRORS, sendersSchema } from "#src/features/email/sending-accounts/contract.ts";
import { TEMPLATE_ERRORS } from "#src/features/email/templates/contract.ts";
import { HTML_CHARS_MAX, TEXT_CHARS_MAX } from "#src/features/email/templates/rules.ts";
import { idSchema, member, routesOf, sentence, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { MAIL_BYTES_MAX, VARIABLE_CHARS_MAX, VARIABLES_MAX } from "./rules.ts";

export const MAIL_ERRORS = {
  MAIL_NOT_FOUND: { status: 404, message: "There’s no such e-mail, or it’s more than 30 days old." },
  RECIPIENT_INVALID: { status: 400, message: "Enter an e-mail address such as fan@example.com." },
  REPLY_TO_INVALID: MAILBOX_ERRORS.REPLY_TO_INVALID,
  CONTENT_MISSING: {
    status: 400,
    message: "Give either a template_id, or a subject with html or text.",
  },
  /** The message has the problem. */
  CONTENT_WRONG: { status: 422, message: "This e-mail can’t be written." },
  MAILBOX_NOT_READY: {
    status: 409,
    message: "That sending account can’t send now. Its page says why.",
  },
  MAILBOX_UNCLEAR: {
    status: 400,
    message:
      "Several sending accounts can send this. Give the mailbox_id of one: GET /mails/senders lists them.",
  },
  MAILBOX_MISSING: {
    status: 409,
    message: "No sending account can send now. Add one, or see on its page why it can’t.",
  },
} as const;

const value = z.union([storedText(VARIABLE_CHARS_MAX), z.number(), z.boolean(), z.null()]);
const newMailSchema = z.object({
  to: storedText(640),
  name: storedText(200).default(""),
  /** May be omitted if the account has only one sending account that's ready. */
  mailbox_id: idSchema.optional(),
  template_id: idSchema.optional(),
  subject: storedText(2000).optional(),
  html: storedText(HTML_CHARS_MAX).optional(),
  text: storedText(TEXT_CHARS_MAX).optional(),
  reply_to: storedText(640).default(""),
  /** Values for `{{ contact.fields.… }}`. For a fan, their own fields are available, too. */
  variables: z
    .record(z.string().regex(/^[\w-]{1,50}$/), value)
    .refine((all) => Object.keys(all).length <= VARIABLES_MAX)
    .default({}),
});
export type NewMail = z.output<typeof newMailSchema>;

const mailSchema = z.object({
  id: z.string(),
  mailbox_id: z.string(),
  template_id: z.string().nullable(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** The reason why it wasn't sent. Empty otherwise. */
  reason: z.string(),
  /** The receiving server's own words. */
  outcome: sentence(),
  /** The time of the next attempt. Null once it has been sent or won't be. */
  next_try_at: z.string().nullable(),
  handed_over_at: z.string().nullable(),
  created_at: z.string(),
});
export type Mail = z.output<typeof mailSchema>;

const { get, post } = routesOf("mails");

export const mailsContract = {
  send: member("mails.send", { kind: "json", bytesMax: MAIL_BYTES_MAX })
    .route(
      post("/mails", "Send one person an e-mail they asked for, such as a receipt", {
        successStatus: 201,
        description: [
          "Without a mailbox_id, it goes out through the only sending account that’s ready.",
          "It waits in a queue, keeps to the sending account’s limits, and is tried again for half a day if it’s put off.",
          "With an `Idempotency-Key`, sending the request again sends no second e-mail.",
          "Addresses that bounced, complained, or were blocked by the team get nothing: the state is `skipped`.",
          "Those who only unsubscribed from news still get it, so send nothing here that they unsubscribed from.",
        ].join(" "),
      }),
    )
    .errors({
      ...pickErrors(
        MAIL_ERRORS,
        "RECIPIENT_INVALID",
        "REPLY_TO_INVALID",
        "CONTENT_MISSING",
        "CONTENT_WRONG",
        "MAILBOX_NOT_READY",
        "MAILBOX_UNCLEAR",
        "MAILBOX_MISSING",
      ),
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND"),
      ...pickErrors(TEMPLATE_ERRORS, "TEMPLATE_NOT_FOUND"),
      ...pickErrors(CAMPAIGN_ERRORS, "SENDING_STOPPED"),
    })
    .input(newMailSchema)
    .output(mailSchema),
  senders: member("mails.send")
    .route(get("/mails/senders", "The sending accounts that an e-mail can go out through, oldest first"))
    .output(sendersSchema),
  get: member("mails.send")
    .route(get("/mails/{id}", "What became of an e-mail, for 30 days"))
    .errors(pickErrors(MAIL_ERRORS, "MAIL_NOT_FOUND"))
    .input(z.object({ id: idSchema }))
    .output(mailSchema),
};
