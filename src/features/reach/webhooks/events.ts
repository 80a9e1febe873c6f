import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";

export const webhookEvents = eventList("webhook");

/** The subject is the webhook in all of these. */
export const webhookCreated = webhookEvents.add("webhook.created", { sentence: "Added a webhook" });

/** `fields` are those that changed. */
export const webhookUpdated = webhookEvents.add("webhook.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a webhook"),
});

export const webhookSecretRotated = webhookEvents.add("webhook.secret_rotated", {
  sentence: "Replaced a webhook’s secret",
});

export const webhookDeleted = webhookEvents.add("webhook.deleted", { sentence: "Deleted a webhook" });

/** We turned it off, because nothing gets through. */
export const webhookDisabled = webhookEvents.add("webhook.disabled", {
  payload: z.object({ reason: z.string() }),
  sentence: "Turned off a webhook, because nothing got through",
});
