import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the webhook in all of these. */
export const webhookCreated: EventType<object> = { name: "webhook.created", payload: none };

/** `fields` are those that changed. */
export const webhookUpdated: EventType<{ fields: string[] }> = {
  name: "webhook.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

export const webhookSecretRotated: EventType<object> = { name: "webhook.secret_rotated", payload: none };

export const webhookDeleted: EventType<object> = { name: "webhook.deleted", payload: none };

/** We turned it off, because nothing gets through. */
export const webhookDisabled: EventType<{ reason: string }> = {
  name: "webhook.disabled",
  payload: z.object({ reason: z.string() }),
};
