import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";
import { flatBodySchema } from "./contract.ts";

export const incomingWebhookEvents = eventList("webhook");

/** The subject is the webhook in all of these. */
export const incomingWebhookCreated = incomingWebhookEvents.add("incoming_webhook.created", {
  sentence: "Added an incoming webhook",
});

/** `fields` are those that changed. */
export const incomingWebhookUpdated = incomingWebhookEvents.add("incoming_webhook.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("an incoming webhook"),
});

export const incomingWebhookUrlRotated = incomingWebhookEvents.add("incoming_webhook.url_rotated", {
  sentence: "Replaced an incoming webhook’s URL",
});

export const incomingWebhookDeleted = incomingWebhookEvents.add("incoming_webhook.deleted", {
  sentence: "Deleted an incoming webhook",
});

/** Another program sent something. The body has each value under its path, such as `customer.email`. */
export const incomingWebhookReceived = incomingWebhookEvents.add("incoming_webhook.received", {
  payload: z.object({ contact_id: z.string().nullable(), body: flatBodySchema }),
  sentence: "Sent something to an incoming webhook",
});
