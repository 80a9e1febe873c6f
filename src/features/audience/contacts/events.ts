import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
import { changedFields, formatCount } from "#src/lib/event-sentences.ts";

export const contactEvents = eventList("lead");

const countOf = (ids: unknown, locale: string) =>
  Array.isArray(ids) ? ids.length.toLocaleString(locale) : "several";

/** Someone is on the account's list for the first time. The subject is the contact, as in the next ones. */
export const contactCreated = contactEvents.add("contact.created", { sentence: "Added a lead" });

/** Names of what changed, without values. */
export const contactUpdated = contactEvents.add("contact.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a lead"),
});
/** Gone for good: what else is known about them goes, too. */
export const contactDeleted = contactEvents.add("contact.deleted", {
  sentence: "Deleted a lead",
  webhook: { type: "lead.deleted", label: "A lead was deleted", permission: "leads.see" },
});

/** Two are one: the subject, who stays, and `gone`, whose id names the subject from then on. */
export const contactMerged = contactEvents.add("contact.merged", {
  payload: z.object({ gone: z.string() }),
  sentence: "Merged two leads",
});
/** They're two again. */
export const contactSplit = contactEvents.add("contact.split", {
  payload: z.object({ gone: z.string() }),
  sentence: "Undid a merge of two leads",
});

const many = z.object({ ids: z.array(z.string()) });
const CHANGES: Readonly<Record<string, string>> = { delete: "delete", place: "move", score: "score" };

/** Someone asked to change so many contacts that it takes a job, which announces what it changes. */
export const contactsChangeBegun = contactEvents.add("contacts.change_begun", {
  payload: z.object({ count: z.number(), action: z.string() }),
  sentence: ({ count, action }, locale) =>
    `Started to ${CHANGES[String(action)] ?? "tag"} ${formatCount(count, locale, "many")} leads`,
});
/** A bulk deletion or tagging, and its undoing. The subject is the id for undoing it. */
export const contactsDeleted = contactEvents.add("contacts.deleted", {
  payload: many,
  sentence: ({ ids }, locale) => `Deleted ${countOf(ids, locale)} leads`,
  webhook: {
    type: "leads.deleted",
    label: "Many leads were deleted",
    permission: "leads.see",
    example: { ids: [EXAMPLE_ID] },
  },
});
export const contactsTagged = contactEvents.add("contacts.tagged", {
  payload: many.extend({ action: z.string(), tag: z.string().optional() }),
  sentence: ({ ids, action }, locale) =>
    `${action === "remove" ? "Took a tag off" : "Added a tag to"} ${countOf(ids, locale)} leads`,
});
/** Many were moved to a stage, or given to someone. */
export const contactsPlaced = contactEvents.add("contacts.placed", {
  payload: many,
  sentence: ({ ids }, locale) => `Moved ${countOf(ids, locale)} leads in the pipeline`,
});
/** Many got points, or lost some. */
export const contactsScored = contactEvents.add("contacts.scored", {
  payload: many.extend({ points: z.number() }),
  sentence: ({ ids, points }, locale) =>
    `${Number(points) < 0 ? "Took points from" : "Gave points to"} ${countOf(ids, locale)} leads`,
});
export const contactsRestored = contactEvents.add("contacts.restored", {
  sentence: "Undid a change of many leads",
  webhook: { type: "leads.restored", label: "A change of many leads was undone", permission: "leads.see" },
});
/** A bulk deletion that can't be undone anymore. The subject is the account. */
export const contactsErased = contactEvents.add("contacts.erased", {
  payload: many,
  sentence: ({ ids }, locale) => `Deleted ${countOf(ids, locale)} leads for good`,
});

/** The account's fields are defined differently. The subject is the account. */
export const contactFieldsChanged = contactEvents.add("contacts.fields_changed", {
  sentence: "Changed the fields of leads",
});

/** The pipeline's stages are different. The subject is the account. */
export const pipelineChanged = contactEvents.add("contacts.pipeline_changed", {
  sentence: "Changed the pipeline",
});

/** It's time for a task. The subject is the task, and `assignee_id` is who's told. */
export const taskDue = contactEvents.add("contact.task_due", {
  payload: z.object({ assignee_id: z.string() }),
  sentence: "Reminded someone of a task",
});
