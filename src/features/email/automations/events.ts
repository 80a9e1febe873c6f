import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";

export const automationEvents = eventList("lead");

/** The subject is the rule in all but the last of these. */
export const automationCreated = automationEvents.add("automation.created", { sentence: "Added a rule" });

/** `fields` are those that changed. */
export const automationUpdated = automationEvents.add("automation.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a rule"),
});

export const automationDeleted = automationEvents.add("automation.deleted", { sentence: "Deleted a rule" });

/** `retried` are the failed runs that are tried again. */
export const automationActivated = automationEvents.add("automation.activated", {
  payload: z.object({ version: z.number(), retried: z.number() }),
  sentence: "Turned a rule on",
});

export const automationMoved = automationEvents.add("automation.moved", {
  payload: z.object({ to: z.string(), reason: z.string() }),
  sentence: "Turned a rule off",
});

export const automationSecretReplaced = automationEvents.add("automation.secret_replaced", {
  sentence: "Replaced the secret of a rule’s webhooks",
});

/** A failed run is tried again. */
export const automationRunRetried = automationEvents.add("automation.run_retried", {
  payload: z.object({ run_id: z.string() }),
  sentence: "Tried what a rule had failed to do again",
});

/**
 * We turned it off, because too much went wrong, or because rules trigger each other without an end: `chain` has them
 * then, the first one first.
 */
export const automationHalted = automationEvents.add("automation.halted", {
  payload: z.object({
    reason: z.string(),
    chain: z.array(z.object({ automation_id: z.string(), name: z.string() })),
  }),
  sentence: "Turned a rule off because too much went wrong",
  webhook: {
    label: "A rule was turned off because too much went wrong",
    permission: "leads.see",
    example: { reason: "20 runs failed in a row.", chain: [] },
  },
});

/** It has run as often as it may in a day: what happens until midnight in UTC doesn’t start it. */
export const automationSpent = automationEvents.add("automation.spent", {
  payload: z.object({ budget: z.number() }),
  sentence: "Ran a rule as often as it may in a day",
});

/** A rule tells the team, or one person. The subject is the fan, or the rule if it’s about nobody in particular. */
export const automationNotified = automationEvents.add("automation.notified", {
  payload: z.object({
    automation_id: z.string(),
    contact_id: z.string().nullable(),
    text: z.string(),
    person_id: z.string().nullable(),
  }),
  sentence: "Told the team what a rule is about",
});
