import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const nothing: z.ZodType<object> = z.object({});

/** Someone is on the account's list for the first time. The subject is the contact, as in the next ones. */
export const contactCreated: EventType<object> = { name: "contact.created", payload: nothing };

/** Names of what changed, without values. */
export const contactUpdated: EventType<{ fields: string[] }> = {
  name: "contact.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};
/** Gone for good: what else is known about them goes, too. */
export const contactDeleted: EventType<object> = { name: "contact.deleted", payload: nothing };

/** Two are one: the subject, who stays, and `gone`, whose id names the subject from then on. */
export const contactMerged: EventType<{ gone: string }> = {
  name: "contact.merged",
  payload: z.object({ gone: z.string() }),
};
/** They're two again. */
export const contactSplit: EventType<{ gone: string }> = {
  name: "contact.split",
  payload: z.object({ gone: z.string() }),
};

const many = z.object({ ids: z.array(z.string()) });
/** Someone asked to change so many contacts that it takes a job, which announces what it changes. */
export const contactsChangeBegun: EventType<{ count: number; action: string }> = {
  name: "contacts.change_begun",
  payload: z.object({ count: z.number(), action: z.string() }),
};
/** A bulk deletion or tagging, and its undoing. The subject is the id for undoing it. */
export const contactsDeleted: EventType<{ ids: string[] }> = { name: "contacts.deleted", payload: many };
export const contactsTagged: EventType<{ ids: string[]; action: string }> = {
  name: "contacts.tagged",
  payload: many.extend({ action: z.string() }),
};
/** Many were moved to a stage, or given to someone. */
export const contactsPlaced: EventType<{ ids: string[] }> = { name: "contacts.placed", payload: many };
export const contactsRestored: EventType<object> = { name: "contacts.restored", payload: nothing };
/** A bulk deletion that can't be undone anymore. The subject is the account. */
export const contactsErased: EventType<{ ids: string[] }> = { name: "contacts.erased", payload: many };

/** The account's fields are defined differently. The subject is the account. */
export const contactFieldsChanged: EventType<object> = {
  name: "contacts.fields_changed",
  payload: nothing,
};

/** The topics are other ones, or in another order. The subject is the account. */
export const contactTopicsChanged: EventType<object> = { name: "contacts.topics_changed", payload: nothing };

/** The pipeline's stages are different. The subject is the account. */
export const pipelineChanged: EventType<object> = { name: "contacts.pipeline_changed", payload: nothing };

/** It's time for a task. The subject is the task, and `assignee_id` is who's told. */
export const taskDue: EventType<{ assignee_id: string }> = {
  name: "contact.task_due",
  payload: z.object({ assignee_id: z.string() }),
};

/**
 * An address may get e-mail again. The subject is as in the next one. Of addresses without a lead, this is the only
 * place for the team's note.
 */
export const suppressionLifted: EventType<{ reason: string; note?: string | undefined }> = {
  name: "contact.suppression_lifted",
  payload: z.object({ reason: z.string(), note: z.string().optional() }),
};

/**
 * Someone doesn't want e-mail anymore. The subject is the contact, or the suppression if there's no contact
 * with that address; `scope` is the topic, or null for everything. `recipient` is who the campaign's e-mail went to,
 * where that's known: the subject may be whom they were merged into.
 */
export const contactUnsubscribed: EventType<{
  scope: string | null;
  campaign: string | null;
  recipient?: string | undefined;
}> = {
  name: "contact.unsubscribed",
  payload: z.object({
    scope: z.string().nullable(),
    campaign: z.string().nullable(),
    recipient: z.string().optional(),
  }),
};

/** Someone has asked for a copy of everything about them, by the link in an e-mail. */
export const contactAsked: EventType<object> = { name: "contact.asked", payload: nothing };

/** Someone has confirmed their sign-up by the link in an e-mail. */
export const contactConfirmed: EventType<object> = { name: "contact.confirmed", payload: nothing };

/** Someone who had unsubscribed wants e-mail again, by the link in one they got. */
export const contactResubscribed: EventType<object> = { name: "contact.resubscribed", payload: nothing };

/**
 * Many addresses get nothing anymore. The subject is the account; `unsubscribed` are the contacts among them who
 * said so themselves.
 */
export const addressesSuppressed: EventType<{
  count: number;
  unsubscribed?: { ids: string[]; scope: string | null } | undefined;
}> = {
  name: "contacts.suppressed",
  payload: z.object({
    count: z.number(),
    unsubscribed: many.extend({ scope: z.string().nullable() }).optional(),
  }),
};

/** An address gets nothing anymore for another reason. The subject is as in `contactUnsubscribed`. */
export const contactSuppressed: EventType<{ reason: string }> = {
  name: "contact.suppressed",
  payload: z.object({ reason: z.string() }),
};
