import * as z from "zod";
import { CONTACT_ERRORS } from "#src/features/audience/contacts/contract.ts";
import { CAMPAIGN_ERRORS } from "#src/features/email/campaigns/contract.ts";
import { MAILBOX_ERRORS } from "#src/features/email/sending-accounts/contract.ts";
import { SECURITIES } from "#src/features/email/sending-accounts/rules.ts";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { idSchema, member, routesOf, sentence, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { hookEndpoints } from "./provider-webhook-contract.ts";
import { ANSWER_CHARS_MAX, INBOX_AUTHS } from "./rules.ts";

export const INBOUND_ERRORS = {
  INBOX_NOT_FOUND: { status: 404, message: "Replies to this sending account aren’t read yet." },
  INBOX_OF_GMAIL: { status: 409, message: "Gmail is read by Google’s own sign-in. Turn on replies there." },
  INBOX_TOKEN: {
    status: 400,
    message:
      "We give a sending account’s token only to servers of its own domain. Choose one, or enter a password.",
  },
  REPLY_NOT_FOUND: { status: 404, message: "That reply is gone." },
  ANSWER_EMPTY: { status: 400, message: "Write something first." },
  ANSWER_COMPLAINED: {
    status: 409,
    message: "They reported your e-mail as spam, so we don’t write to them anymore.",
  },
  ANSWER_NOT_READY: {
    status: 409,
    message: "The sending account that they wrote to can’t send right now. Look at it, then try again.",
  },
  ANSWER_REFUSED: { status: 409, message: "The mail server refused your answer." },
} as const;
const { MAILBOX_NOT_FOUND } = MAILBOX_ERRORS;
const { INBOX_NOT_FOUND } = INBOUND_ERRORS;
const { CONTACT_NOT_FOUND } = CONTACT_ERRORS;

const serverSchema = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(SECURITIES),
  auth: z.enum(INBOX_AUTHS),
  username: z.string(),
});

const inboxSchema = z.object({
  is_on: z.boolean(),
  /** The server, for people who manage connections. Null for Gmail, and before it's set up. */
  server: serverSchema.nullable(),
  checked_at: z.string().nullable(),
  /** In words, empty if the last check worked. */
  last_error: sentence(),
});
export type Inbox = z.infer<typeof inboxSchema>;

const mailboxId = z.object({ id: idSchema });
const formSchema = mailboxId.extend({
  host: storedText(253),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(SECURITIES),
  /** `xoauth2`: with the sending account's own token instead of a password. */
  auth: z.enum(INBOX_AUTHS).default("plain"),
  username: storedText(320),
  /** If absent, the stored one stays, unless the server or the username changes. */
  password: storedText(4096).default(""),
});
export type InboxForm = z.output<typeof formSchema>;

const testSchema = z.object({
  is_ok: z.boolean(),
  step: z.enum(["name", "connection", "encryption", "sign_in", "inbox", "done"]),
  words: sentence(),
});
export type InboxTest = z.infer<typeof testSchema>;

const { get, ask, post, put, del } = routesOf("mailboxes");

export const inboundContract = {
  ...hookEndpoints,
  get: member("connections.manage")
    .route(
      get(
        "/mailboxes/{id}/inbox",
        "Where replies and bounces of a sending account are read, and when they last were",
      ),
    )
    .errors({ MAILBOX_NOT_FOUND })
    .input(mailboxId)
    .output(inboxSchema),
  save: member("connections.manage")
    .route(
      put(
        "/mailboxes/{id}/inbox",
        "Read replies and bounces by IMAP; nothing there is ever changed or deleted",
      ),
    )
    .errors({
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND", "MAIL_HOST_INVALID", "MAIL_HOST_PLAIN"),
      ...pickErrors(MAILBOX_ERRORS, "MAIL_USERNAME_MISSING", "MAIL_PASSWORD_MISSING"),
      ...pickErrors(INBOUND_ERRORS, "INBOX_OF_GMAIL", "INBOX_TOKEN"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(formSchema)
    .output(inboxSchema),
  remove: member("connections.manage")
    .route(del("/mailboxes/{id}/inbox", "Stop reading replies, and forget the password"))
    .errors({ MAILBOX_NOT_FOUND, INBOX_NOT_FOUND })
    .input(mailboxId)
    .output(mailboxId),
  test: member("connections.manage")
    .route(ask("/mailboxes/{id}/inbox/test", "Look into the inbox once, and say in words what’s wrong"))
    .errors({ MAILBOX_NOT_FOUND, INBOX_NOT_FOUND })
    .input(mailboxId)
    .output(testSchema),
  answer: member("mail.send")
    .route(
      post(
        "/contacts/{id}/replies/{reply_id}/answer",
        "Answer a lead’s reply, from the sending account that it came to",
        { successStatus: 201, tags: ["contacts"] },
      ),
    )
    .errors({
      CONTACT_NOT_FOUND,
      ...pickErrors(INBOUND_ERRORS, "REPLY_NOT_FOUND", "ANSWER_EMPTY", "ANSWER_COMPLAINED"),
      ...pickErrors(INBOUND_ERRORS, "ANSWER_NOT_READY", "ANSWER_REFUSED"),
      ...pickErrors(CAMPAIGN_ERRORS, "SENDING_STOPPED"),
    })
    .input(
      z.object({
        id: idSchema,
        reply_id: idSchema,
        text: storedText(ANSWER_CHARS_MAX),
        /** Chosen by the form, so that sending it twice answers once. */
        answer_id: z.uuid().optional(),
      }),
    )
    .output(z.object({ id: z.string() })),
};
