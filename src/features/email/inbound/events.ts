import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none: z.ZodType<object> = z.object({});

/** Where replies are read was set up or changed. The subject is the mailbox, as in the next one. */
export const inboxSaved: EventType<object> = { name: "inbox.saved", payload: none };
export const inboxRemoved: EventType<object> = { name: "inbox.removed", payload: none };

/** A fan replied to an e-mail. The subject is the contact, as in the next one. */
export const contactReplied: EventType<{ campaign: string }> = {
  name: "contact.replied",
  payload: z.object({ campaign: z.string() }),
};
export const contactAnswered: EventType<object> = { name: "contact.answered", payload: none };

/** A provider may report to a sending account, or not anymore. The subject is the mailbox. */
export const hookSaved: EventType<{ provider: string }> = {
  name: "mail_hook.saved",
  payload: z.object({ provider: z.string() }),
};
export const hookRemoved: EventType<object> = { name: "mail_hook.removed", payload: none };
