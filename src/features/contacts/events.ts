import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const nothing: z.ZodType<object> = z.object({});

/** Someone is on the account's list for the first time. The subject is the contact, as in the next ones. */
export const contactCreated: EventType<object> = { name: "contact.created", payload: nothing };

/**
 * Someone doesn't want e-mail anymore. The subject is the contact, or the suppression if there's no contact
 * with that address; `scope` is the topic, or null for everything.
 */
export const contactUnsubscribed: EventType<{ scope: string | null; campaign: string | null }> = {
  name: "contact.unsubscribed",
  payload: z.object({ scope: z.string().nullable(), campaign: z.string().nullable() }),
};
/** An address gets nothing anymore for another reason. The subject is as in `contactUnsubscribed`. */
export const contactSuppressed: EventType<{ reason: string }> = {
  name: "contact.suppressed",
  payload: z.object({ reason: z.string() }),
};
