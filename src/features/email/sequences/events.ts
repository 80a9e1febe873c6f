import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
import { changedFields, formatCount } from "#src/lib/event-sentences.ts";

export const sequenceEvents = eventList("lead");

/** By the state that a sequence went to. */
const MOVES: Readonly<Record<string, string>> = {
  active: "Resumed a sequence",
  paused: "Paused a sequence",
  stopped: "Stopped a sequence",
};

/** The subject is the sequence in all of these. */
export const sequenceCreated = sequenceEvents.add("sequence.created", { sentence: "Added a sequence" });

/** `fields` are those that changed. */
export const sequenceUpdated = sequenceEvents.add("sequence.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a sequence"),
});

export const sequenceDeleted = sequenceEvents.add("sequence.deleted", { sentence: "Deleted a sequence" });

export const sequencePublished = sequenceEvents.add("sequence.published", {
  payload: z.object({ version: z.number(), moved: z.number() }),
  sentence: "Published a sequence",
});

export const sequenceMoved = sequenceEvents.add("sequence.moved", {
  payload: z.object({ to: z.string(), reason: z.string() }),
  sentence: ({ to }) => MOVES[String(to)] ?? "Changed a sequence’s state",
});

/** We paused it, because too much went wrong. */
export const sequenceHalted = sequenceEvents.add("sequence.halted", {
  payload: z.object({ reason: z.string() }),
  sentence: "Paused a sequence because too much went wrong",
});

const people = z.object({ contact_ids: z.array(z.string()) });
const countOf = (ids: unknown, locale: string) =>
  formatCount(Array.isArray(ids) ? ids.length : undefined, locale, "several");

export const sequenceEntered = sequenceEvents.add("sequence.entered", {
  payload: people,
  sentence: ({ contact_ids }, locale) => `Started a sequence for ${countOf(contact_ids, locale)} leads`,
  webhook: {
    label: "Fans started a sequence",
    permission: "leads.see",
    example: { contact_ids: [EXAMPLE_ID] },
  },
});

/** So many people stayed outside because a second person would have to approve e-mail to them. */
export const sequenceLimited = sequenceEvents.add("sequence.limited", {
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) =>
    `Left ${formatCount(count, locale, "several")} leads out of a sequence, because e-mail to so many takes an approval`,
});

/** `reason` is `completed` for those who came to the end. */
export const sequenceLeft = sequenceEvents.add("sequence.left", {
  payload: people.extend({ reason: z.string() }),
  sentence: ({ contact_ids }, locale) => `Ended a sequence for ${countOf(contact_ids, locale)} leads`,
  webhook: {
    label: "Fans ended a sequence",
    permission: "leads.see",
    example: { contact_ids: [EXAMPLE_ID], reason: "completed" },
  },
});

/** Somebody's wait was ended by hand, or they were moved to another step. */
export const sequencePersonMoved = sequenceEvents.add("sequence.person_moved", {
  payload: z.object({ contact_id: z.string() }),
  sentence: "Moved a lead on in a sequence",
});

/** Fans came to a step that tells other programs. */
export const sequenceStepReached = sequenceEvents.add("sequence.step_reached", {
  payload: people.extend({ step_id: z.string() }),
  sentence: "Told your webhooks about a sequence’s step",
  webhook: {
    label: "Fans came to a webhook step of a sequence",
    permission: "leads.see",
    example: { contact_ids: [EXAMPLE_ID], step_id: "s1" },
  },
});

/** A fan came to a step that tells the team. The subject is the fan. */
export const sequenceNotified = sequenceEvents.add("sequence.notified", {
  payload: z.object({ sequence_id: z.string(), text: z.string() }),
  sentence: "Told the team that a fan came to a sequence’s step",
});
