import * as z from "zod";
import { contactEvents } from "#src/features/audience/contacts/events.ts";
import { leadEvents } from "#src/features/audience/leads/events.ts";
import { segmentEvents } from "#src/features/audience/segments/events.ts";
import { abTestEvents } from "#src/features/email/ab-tests/events.ts";
import { automationEvents } from "#src/features/email/automations/events.ts";
import { deliverabilityEvents } from "#src/features/email/deliverability/events.ts";
import { sequenceEvents } from "#src/features/email/sequences/events.ts";
import { REAUTHENTICATION_ERRORS } from "#src/features/identity/accounts/contract.ts";
import { overlapHours } from "#src/features/identity/api-keys/contract.ts";
import { domainEvents } from "#src/features/pages/domains/events.ts";
import { linkEvents } from "#src/features/pages/links/events.ts";
import { profileEvents } from "#src/features/pages/profiles/events.ts";
import { idSchema, listOf, member, person, routesOf, sentence } from "#src/lib/endpoint.ts";
import { pickErrors } from "#src/lib/errors.ts";
import { LIST_ERRORS } from "#src/lib/list.ts";
import { DANGEROUS_URL_MESSAGE, URL_CHARS_MAX } from "#src/lib/url.ts";
import { DELIVERY_STATES, DISABLED_REASONS, WEBHOOKS_MAX } from "./rules.ts";

export const WEBHOOK_ERRORS = {
  WEBHOOK_NOT_FOUND: { status: 404, message: "That webhook is gone." },
  WEBHOOK_URL_INVALID: { status: 400, message: "Enter a web URL such as https://example.com/hooks." },
  WEBHOOK_URL_DANGEROUS: { status: 400, message: DANGEROUS_URL_MESSAGE },
  WEBHOOK_URL_INSECURE: {
    status: 400,
    message: "Use a URL that starts with https://, so that nobody reads along.",
  },
  WEBHOOK_EVENTS_MISSING: { status: 400, message: "Choose at least one event." },
  WEBHOOK_LIMIT: {
    status: 409,
    message: `You have ${WEBHOOKS_MAX} webhooks, which is the limit. Delete one you no longer use.`,
  },
  WEBHOOK_DISABLED: { status: 409, message: "This webhook is off. Turn it on first." },
  DELIVERY_NOT_FOUND: { status: 404, message: "That delivery is gone. We keep them for 30 days." },
  DELIVERY_PENDING: { status: 409, message: "That delivery is on its way." },
} as const;
const { WEBHOOK_NOT_FOUND } = WEBHOOK_ERRORS;
const FORM_ERRORS = pickErrors(
  WEBHOOK_ERRORS,
  "WEBHOOK_URL_INVALID",
  "WEBHOOK_URL_DANGEROUS",
  "WEBHOOK_URL_INSECURE",
  "WEBHOOK_EVENTS_MISSING",
);

/** The events that a webhook can receive, in the screen's order, as these slices declare them. */
export const WEBHOOK_EVENTS = [
  leadEvents,
  contactEvents,
  segmentEvents,
  profileEvents,
  linkEvents,
  domainEvents,
  abTestEvents,
  deliverabilityEvents,
  sequenceEvents,
  automationEvents,
].flatMap(({ events }) =>
  events.flatMap(({ name, webhook }) => {
    if (!webhook) return [];
    const { type = name, label, permission } = webhook;
    return [{ type, announced: name, label, permission }];
  }),
);
export const EVENT_TYPES = WEBHOOK_EVENTS.map(({ type }) => type);

const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  /**
   * `idle`: the person responsible for it no longer has access, so nothing is sent until someone else saves
   * it.
   */
  state: z.enum(["active", "failing", "disabled", "idle"]),
  /** The time since the last success. */
  failing_since: z.string().nullable(),
  disabled_at: z.string().nullable(),
  disabled_because: z.enum(DISABLED_REASONS).nullable(),
  /** The end of the time in which messages are also signed with the previous secret. */
  old_until: z.string().nullable(),
  /** The person who saved it last. It receives no more than they may see. */
  made_by: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** Includes the secret that messages are signed with, which is shown only this once. */
const newWebhookSchema = webhookSchema.extend({ secret: z.string() });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

const deliverySchema = z.object({
  /** Without the `msg_` that receivers see in front of it. */
  id: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  /** The receiver's response to the last attempt, or null if it didn't respond. */
  status: z.number().nullable(),
  duration_ms: z.number().nullable(),
  /** The error, if the status doesn't explain it. */
  outcome: sentence(),
  /** The first 2 kB of the response. */
  answer: z.string(),
  created_at: z.string(),
  tried_at: z.string().nullable(),
  due_at: z.string(),
});
export type Delivery = z.infer<typeof deliverySchema>;

const formSchema = z.object({
  url: z.string().max(URL_CHARS_MAX * 2, "This URL is too long."),
  events: z.array(z.enum(EVENT_TYPES)).max(EVENT_TYPES.length),
});
export const updateWebhookSchema = formSchema
  .partial()
  .extend({ id: idSchema, is_enabled: z.boolean().optional() });

const webhookId = z.object({ id: idSchema });
const deliveryId = webhookId.extend({ delivery_id: idSchema });
const { get, post, patch, del } = routesOf("webhooks");

export const webhooksContract = {
  list: member("webhooks.manage")
    .route(get("/webhooks", "Your account’s webhooks, newest first"))
    .output(listOf(webhookSchema)),
  create: member("webhooks.manage")
    .route(
      post("/webhooks", "Have events sent to a URL; its answer is the only one that has the secret", {
        successStatus: 201,
      }),
    )
    .errors({ ...FORM_ERRORS, ...pickErrors(WEBHOOK_ERRORS, "WEBHOOK_LIMIT"), ...REAUTHENTICATION_ERRORS })
    .input(formSchema)
    .output(newWebhookSchema),
  update: member("webhooks.manage")
    .route(patch("/webhooks/{id}", "Change a webhook, or turn it on or off"))
    .errors({ ...FORM_ERRORS, WEBHOOK_NOT_FOUND, ...REAUTHENTICATION_ERRORS })
    .input(updateWebhookSchema)
    .output(webhookSchema),
  rotateSecret: person("webhooks.manage")
    .route(
      post("/webhooks/{id}/rotate-secret", "Replace a webhook’s secret; both sign for as long as you say"),
    )
    .errors({ WEBHOOK_NOT_FOUND, ...REAUTHENTICATION_ERRORS })
    .input(webhookId.extend({ overlap_hours: overlapHours }))
    .output(newWebhookSchema),
  delete: member("webhooks.manage")
    .route(del("/webhooks/{id}", "Delete a webhook with its deliveries; what is on its way isn’t sent"))
    .errors({ WEBHOOK_NOT_FOUND })
    .input(webhookId)
    .output(webhookId),
  sendTest: member("webhooks.manage")
    .route(post("/webhooks/{id}/test", "Send a test event"))
    .errors(pickErrors(WEBHOOK_ERRORS, "WEBHOOK_NOT_FOUND", "WEBHOOK_DISABLED"))
    .input(webhookId)
    .output(deliverySchema),
  listDeliveries: member("webhooks.manage")
    .route(get("/webhooks/{id}/deliveries", "What was sent in the last 30 days, newest first"))
    .errors({ WEBHOOK_NOT_FOUND, ...LIST_ERRORS })
    .input(webhookId.extend({ cursor: z.string().max(4000).optional() }))
    .output(listOf(deliverySchema)),
  redeliver: member("webhooks.manage")
    .route(
      post(
        "/webhooks/{id}/deliveries/{delivery_id}/redeliver",
        "Send an event again, under the same webhook-id",
      ),
    )
    .errors(
      pickErrors(
        WEBHOOK_ERRORS,
        "WEBHOOK_NOT_FOUND",
        "WEBHOOK_DISABLED",
        "DELIVERY_NOT_FOUND",
        "DELIVERY_PENDING",
      ),
    )
    .input(deliveryId)
    .output(deliverySchema),
};
