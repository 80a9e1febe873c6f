import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatCount } from "#src/lib/event-sentences.ts";

export const consentEvents = eventList("lead");

/** The topics are other ones, or in another order. The subject is the account. */
export const contactTopicsChanged = consentEvents.add("contacts.topics_changed", {
  sentence: "Changed the topics of your e-mail",
});

/**
 * An address may get e-mail again. The subject is as in the next one. Of addresses without a lead, this is the only
 * place for the team's note.
 */
export const suppressionLifted = consentEvents.add("contact.suppression_lifted", {
  payload: z.object({ reason: z.string(), note: z.string().optional() }),
  sentence: ({ note }) =>
    `Allowed e-mail to an address again${typeof note === "string" ? `: “${note}”` : ""}`,
});

/**
 * Someone doesn't want e-mail anymore. The subject is the contact, or the suppression if there's no contact
 * with that address; `scope` is the topic, or null for everything. `recipient` is who the campaign's e-mail went to,
 * where that's known: the subject may be whom they were merged into.
 */
export const contactUnsubscribed = consentEvents.add("contact.unsubscribed", {
  payload: z.object({
    scope: z.string().nullable(),
    campaign: z.string().nullable(),
    recipient: z.string().optional(),
  }),
  sentence: "Stopped getting e-mail",
});

/** Someone has asked for a copy of everything about them, by the link in an e-mail. */
export const contactAsked = consentEvents.add("contact.asked", {
  sentence: "Asked for a copy of what you know about them",
});

/** Someone has confirmed their sign-up by the link in an e-mail. */
export const contactConfirmed = consentEvents.add("contact.confirmed", {
  sentence: "Confirmed their sign-up",
});

/** Someone who had unsubscribed wants e-mail again, by the link in one they got. */
export const contactResubscribed = consentEvents.add("contact.resubscribed", {
  sentence: "Asked for e-mail again",
});

/**
 * Many addresses get nothing anymore. The subject is the account; `unsubscribed` are the contacts among them who
 * said so themselves.
 */
export const addressesSuppressed = consentEvents.add("contacts.suppressed", {
  payload: z.object({
    count: z.number(),
    unsubscribed: z.object({ ids: z.array(z.string()), scope: z.string().nullable() }).optional(),
  }),
  sentence: ({ count }, locale) => `Stopped e-mail to ${formatCount(count, locale, "0")} addresses`,
});

/** An address gets nothing anymore for another reason. The subject is as in `contactUnsubscribed`. */
export const contactSuppressed = consentEvents.add("contact.suppressed", {
  /** `scope` is a topic, or null for everything. */
  payload: z.object({ reason: z.string(), scope: z.string().nullish() }),
  sentence: ({ reason }) =>
    `Stopped e-mail to an address${typeof reason === "string" ? `: ${reason.replaceAll("_", " ")}` : ""}`,
});
