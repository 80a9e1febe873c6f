import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const inboundEvents = eventList("mailbox");

/** Where replies are read was set up or changed. The subject is the mailbox, as in the next one. */
export const inboxSaved = inboundEvents.add("inbox.saved", { sentence: "Changed where replies are read" });
export const inboxRemoved = inboundEvents.add("inbox.removed", { sentence: "Stopped reading replies" });

/** A fan replied to an e-mail. The subject is the contact, as in the next one. */
export const contactReplied = inboundEvents.add("contact.replied", {
  area: "lead",
  payload: z.object({ campaign: z.string() }),
  sentence: "Replied to an e-mail",
});
export const contactAnswered = inboundEvents.add("contact.answered", {
  area: "lead",
  sentence: "Answered a lead’s reply",
});

/** A provider may report to a sending account, or not anymore. The subject is the mailbox. */
export const hookSaved = inboundEvents.add("mail_hook.saved", {
  payload: z.object({ provider: z.string() }),
  sentence: "Set up a provider’s webhook for a sending account",
});
export const hookRemoved = inboundEvents.add("mail_hook.removed", {
  sentence: "Removed a provider’s webhook from a sending account",
});
