import * as z from "zod";
import { idSchema, listOf, member, routesOf, storedText } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import {
  CALL_OUTCOMES,
  CALL_REFUSALS,
  type CallOutcome,
  type CallRefusal,
  DEFAULT_EMAIL_PATH,
  INCOMING_NAME_CHARS_MAX,
  INCOMING_WEBHOOKS_MAX,
  PATH_CHARS_MAX,
  SECRET_CHARS_MAX,
  SECRET_CHARS_MIN,
} from "./rules.ts";

export const INCOMING_ERRORS = {
  INCOMING_NOT_FOUND: { status: 404, message: "That webhook is gone." },
  INCOMING_NAME_MISSING: { status: 400, message: "Give the webhook a name." },
  INCOMING_LIMIT: {
    status: 409,
    message: `You have ${INCOMING_WEBHOOKS_MAX} incoming webhooks, which is the limit. Delete one you no longer use.`,
  },
} as const;
const FORM_ERRORS = pickErrors(INCOMING_ERRORS, "INCOMING_NAME_MISSING");
const { INCOMING_NOT_FOUND } = INCOMING_ERRORS;

export const flatBodySchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const incomingSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Where a body has the e-mail address of whom it’s about, such as `customer.email`. */
  email_path: z.string(),
  /** Where it has their name. Empty if nowhere. */
  name_path: z.string(),
  /** Where it has an id that it shares with its repetitions only. Empty if nowhere. */
  id_path: z.string(),
  /** Whether people whom nobody knows become leads. They get no e-mail until they confirm or sign up. */
  adds_contacts: z.boolean(),
  /** Whether bodies have to be signed with a secret. */
  is_signed: z.boolean(),
  last_received_at: z.string().nullable(),
  refused_at: z.string().nullable(),
  refusal: z.enum(Object.keys(CALL_REFUSALS) as CallRefusal[]).nullable(),
  created_at: z.string(),
});
export type IncomingWebhook = z.output<typeof incomingSchema>;

/** Includes the URL, which is shown only this once. */
const newIncomingSchema = incomingSchema.extend({ url: z.string() });
export type NewIncomingWebhook = z.output<typeof newIncomingSchema>;

const callSchema = z.object({
  id: z.string(),
  received_at: z.string(),
  outcome: z.enum(Object.keys(CALL_OUTCOMES) as CallOutcome[]),
  contact_id: z.string().nullable(),
  /** Each value under its path: at most 16 KB, and without what’s beyond. */
  body: flatBodySchema,
});
export type IncomingCall = z.output<typeof callSchema>;

const path = storedText(PATH_CHARS_MAX);
const formSchema = z.object({
  name: storedText(INCOMING_NAME_CHARS_MAX),
  email_path: path.min(1).default(DEFAULT_EMAIL_PATH),
  name_path: path.default(""),
  id_path: path.default(""),
  adds_contacts: z.boolean().default(false),
  /** The secret that bodies are signed with, by HMAC SHA-256, or null if they aren’t signed. */
  secret: storedText(SECRET_CHARS_MAX).min(SECRET_CHARS_MIN).nullable().default(null),
});
export type IncomingForm = z.output<typeof formSchema>;

const changesSchema = z.object({
  id: idSchema,
  name: storedText(INCOMING_NAME_CHARS_MAX).optional(),
  email_path: path.min(1).optional(),
  name_path: path.optional(),
  id_path: path.optional(),
  adds_contacts: z.boolean().optional(),
  secret: storedText(SECRET_CHARS_MAX).min(SECRET_CHARS_MIN).nullable().optional(),
});
export type IncomingChanges = z.output<typeof changesSchema>;

const one = z.object({ id: idSchema });
const { get, post, patch, del } = routesOf("incoming-webhooks");

export const incomingWebhooksContract = {
  list: member("campaigns.send")
    .route(get("/incoming-webhooks", "URLs that other programs send to, newest first"))
    .output(listOf(incomingSchema)),
  create: member("campaigns.send")
    .route(
      post("/incoming-webhooks", "Add a URL that other programs send to; only its answer has the URL", {
        successStatus: 201,
        description:
          "Send a JSON object or a form to the URL. An Idempotency-Key, or what’s at id_path, keeps repetitions from counting twice.",
      }),
    )
    .errors(pickErrors(INCOMING_ERRORS, "INCOMING_NAME_MISSING", "INCOMING_LIMIT"))
    .input(formSchema)
    .output(newIncomingSchema),
  update: member("campaigns.send")
    .route(patch("/incoming-webhooks/{id}", "Change an incoming webhook"))
    .errors({ ...FORM_ERRORS, INCOMING_NOT_FOUND })
    .input(changesSchema)
    .output(incomingSchema),
  rotateUrl: member("campaigns.send")
    .route(post("/incoming-webhooks/{id}/rotate-url", "Replace its URL; the old one is unknown at once"))
    .errors({ INCOMING_NOT_FOUND })
    .input(one)
    .output(newIncomingSchema),
  delete: member("campaigns.send")
    .route(del("/incoming-webhooks/{id}", "Delete an incoming webhook with what came in"))
    .errors({ INCOMING_NOT_FOUND })
    .input(one)
    .output(one),
  calls: member("campaigns.send")
    .route(get("/incoming-webhooks/{id}/calls", "What came in lately, newest first"))
    .errors({ INCOMING_NOT_FOUND })
    .input(one)
    .output(listOf(callSchema)),
};
