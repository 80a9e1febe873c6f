import * as z from "zod";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { idSchema, listOf, member, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { DKIM_ERRORS, DNS_RECORDS, dkimEndpoints } from "./dns/dkim-contract.ts";
import { limitsSchema, newMailboxSchema, updateMailboxSchema } from "./form/form-contract.ts";
import { AUTHS, GMAIL_PLANS, KINDS, MAILBOXES_MAX, SECURITIES, STATES } from "./rules.ts";

export const MAILBOX_ERRORS = {
  ...DKIM_ERRORS,
  MAILBOX_LIMIT: {
    status: 409,
    message: `You have ${MAILBOXES_MAX} sending accounts, which is the limit. Delete one you no longer use.`,
  },
  EMAIL_UNCONFIRMED: {
    status: 409,
    message:
      "Confirm your own e-mail address first, with the link we’ve sent you. Then add a sending account.",
  },
  FROM_NAME_MISSING: { status: 400, message: "Enter the name that fans see as the sender." },
  FROM_ADDRESS_INVALID: { status: 400, message: "Enter an e-mail address such as hello@example.com." },
  REPLY_TO_INVALID: { status: 400, message: "Enter an e-mail address, or leave it empty." },
  MAIL_HOST_INVALID: { status: 400, message: "Enter a host name such as smtp.example.com." },
  MAIL_HOST_PLAIN: {
    status: 400,
    message: "Without encryption, everyone on the way could read the password. Choose STARTTLS or TLS.",
  },
  MAIL_USERNAME_MISSING: { status: 400, message: "Enter the username." },
  MAIL_PASSWORD_MISSING: {
    status: 400,
    message: "Enter the password. We ask again when the server or the username changes.",
  },
  TOKEN_URL_INVALID: { status: 400, message: "Enter the URL that issues tokens, starting with https://." },
  GMAIL_UNAVAILABLE: {
    status: 409,
    message:
      "This instance isn’t connected to Google. The people who run it have to set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  },
  GMAIL_STATE: {
    status: 409,
    message: "That took too long, or began in another browser. Connect Gmail again.",
  },
  GMAIL_REFUSED: { status: 409, message: "Google didn’t let us in. Connect Gmail again." },
  GMAIL_SCOPE: {
    status: 409,
    message: "Google says we may not send e-mail. Connect Gmail again, and leave that box checked.",
  },
  INSTANCE_UNAVAILABLE: {
    status: 409,
    message: "This instance’s own mail server isn’t for accounts’ e-mail. Choose another provider.",
  },
  INSTANCE_TAKEN: { status: 409, message: "You already send through this instance’s mail server." },
  REPLY_TO_MISSING: {
    status: 400,
    message: "Enter the address that replies go to, because nobody reads this instance’s.",
  },
  CODE_WRONG: { status: 400, message: "That’s not the code we sent. Check it, or get a new one." },
  CODE_OVER: { status: 410, message: "That code no longer works. Get a new one." },
  SENDING_STOPPED: { status: 409, message: "All sending is stopped for this account. Allow it again first." },
} as const;
const { MAILBOX_NOT_FOUND } = MAILBOX_ERRORS;
const FIELD_ERRORS = pickErrors(
  MAILBOX_ERRORS,
  "FROM_NAME_MISSING",
  "REPLY_TO_INVALID",
  "REPLY_TO_MISSING",
  "FROM_ADDRESS_INVALID",
  "MAIL_HOST_INVALID",
  "MAIL_HOST_PLAIN",
  "MAIL_USERNAME_MISSING",
  "MAIL_PASSWORD_MISSING",
  "TOKEN_URL_INVALID",
);

/** Leaves out secrets, which are never returned: passwords and tokens. */
const serverSchema = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(SECURITIES),
  auth: z.enum(AUTHS),
  username: z.string(),
  token_url: z.string(),
  client_id: z.string(),
});

const mailboxSchema = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  from_name: z.string(),
  from_address: z.string(),
  reply_to: z.string(),
  postal_address: z.string(),
  is_proven: z.boolean(),
  state: z.enum(STATES),
  state_since: z.string(),
  retry_at: z.string().nullable(),
  is_ready: z.boolean(),
  last_error: sentence(),
  last_error_at: z.string().nullable(),
  tested_at: z.string().nullable(),
  limits: limitsSchema,
  warm_up_since: z.string().nullable(),
  /** Records of the sender's domain that were good and no longer are. */
  dns_lost: z.array(z.enum(DNS_RECORDS)),
  /** Set if Google lets us read replies and bounces. Servers' inboxes are set up separately. */
  reads_replies: z.boolean(),
  /** Sent in the last 24 hours, and the limit, including the warm-up plan. Null for no limit. */
  gmail_plan: z.enum(GMAIL_PLANS).nullable(),
  sent_today: z.number(),
  may_today: z.number().nullable(),
  /** Only for people who manage connections. */
  server: serverSchema.nullable(),
  created_at: z.string(),
});
export type Mailbox = z.infer<typeof mailboxSchema>;

const senderSchema = z.object({
  id: z.string(),
  from_name: z.string(),
  from_address: z.string(),
  is_ready: z.boolean(),
});
export type Sender = z.infer<typeof senderSchema>;
export const sendersSchema = listOf(senderSchema);

/** The 24-hour limit of an account that's new to sending, and its use. Null once it's established. */
const newAccountSchema = z.object({ per_day: z.number(), sent_today: z.number() }).nullable();

const mailboxId = z.object({ id: idSchema });
const { get, post, patch, del } = routesOf("mailboxes");

const testSchema = z.object({
  is_ok: z.boolean(),
  step: z.enum(["name", "connection", "encryption", "sign_in", "sender", "message", "done"]),
  words: sentence(),
  mailbox: mailboxSchema,
});
export type MailboxTest = z.infer<typeof testSchema>;

export const mailboxesContract = {
  ...dkimEndpoints,
  list: member("mail.send")
    .route(get("/mailboxes", "Your account’s sending accounts, oldest first"))
    .output(
      listOf(mailboxSchema).extend({
        offers_gmail: z.boolean(),
        /** The address of this site's own mail server, if accounts may send from it. */
        instance_address: z.string().nullable(),
        new_account: newAccountSchema,
      }),
    ),
  create: member("connections.manage")
    .route(
      post("/mailboxes", "Add a sending account; nothing is sent through it before a test", {
        successStatus: 201,
      }),
    )
    .errors({
      ...FIELD_ERRORS,
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_LIMIT", "EMAIL_UNCONFIRMED", "GMAIL_UNAVAILABLE"),
      ...pickErrors(MAILBOX_ERRORS, "INSTANCE_UNAVAILABLE", "INSTANCE_TAKEN"),
      ...REAUTHENTICATION_ERRORS,
    })
    .input(newMailboxSchema)
    .output(mailboxSchema),
  update: member("connections.manage")
    .route(patch("/mailboxes/{id}", "Change a sending account, or turn it on or off"))
    .errors({ ...FIELD_ERRORS, MAILBOX_NOT_FOUND, ...REAUTHENTICATION_ERRORS })
    .input(updateMailboxSchema)
    .output(mailboxSchema),
  delete: member("connections.manage")
    .route(del("/mailboxes/{id}", "Delete a sending account with its password"))
    .errors({ MAILBOX_NOT_FOUND, ...REAUTHENTICATION_ERRORS })
    .input(mailboxId)
    .output(mailboxId),
  test: member("connections.manage")
    .route(post("/mailboxes/{id}/test", "Send yourself an e-mail through it, and say in words what’s wrong"))
    .errors({ MAILBOX_NOT_FOUND })
    .input(mailboxId)
    .output(testSchema),
  connectGmail: member("connections.manage")
    .route(
      post(
        "/mailboxes/{id}/google",
        "Get the URL at Google where a person lets us send, and read replies; it leads back here",
      ),
    )
    .errors({
      ...pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND", "GMAIL_UNAVAILABLE"),
      ...REAUTHENTICATION_ERRORS,
    })
    /** Defaults to the current choice. */
    .input(mailboxId.extend({ reads_replies: z.boolean().optional() }))
    .output(z.object({ url: z.string() })),
  finishGmail: member("connections.manage")
    .route(post("/mailboxes/google", "What Google sent the person back with"))
    .errors(pickErrors(MAILBOX_ERRORS, "GMAIL_UNAVAILABLE", "GMAIL_STATE", "GMAIL_REFUSED", "GMAIL_SCOPE"))
    .input(z.object({ state: z.string().max(200), code: z.string().max(4000) }))
    .output(mailboxSchema),
  sendCode: member("connections.manage")
    .route(post("/mailboxes/{id}/code", "E-mail a code to the sender’s address, to prove that it’s yours"))
    .errors({ MAILBOX_NOT_FOUND })
    /** `keeps_code`: sends none while an earlier one still works. */
    .input(mailboxId.extend({ keeps_code: z.boolean().default(false) }))
    .output(mailboxSchema),
  prove: member("connections.manage")
    .route(post("/mailboxes/{id}/proof", "Enter that code"))
    .errors(pickErrors(MAILBOX_ERRORS, "MAILBOX_NOT_FOUND", "CODE_WRONG", "CODE_OVER"))
    .input(mailboxId.extend({ code: z.string().max(20) }))
    .output(mailboxSchema),
};
