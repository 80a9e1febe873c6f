import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields } from "#src/lib/event-sentences.ts";
import { DECIDED_STATES, DECIDERS, versionLetter } from "./rules.ts";

/** The subject is the test in all of these. */
export const abTestEvents = eventList("lead");

export const abTestCreated = abTestEvents.add("ab_test.created", { sentence: "Added an A/B test" });

/** `fields` are those that changed. */
export const abTestUpdated = abTestEvents.add("ab_test.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("an A/B test"),
});

export const abTestDeleted = abTestEvents.add("ab_test.deleted", { sentence: "Deleted an A/B test" });

/** `campaign_id` is null for a step’s. */
export const abTestStarted = abTestEvents.add("ab_test.started", {
  payload: z.object({ campaign_id: z.string().nullable(), versions: z.number() }),
  sentence: "Started an A/B test",
  webhook: {
    label: "A/B test started",
    permission: "campaigns.send",
    example: { campaign_id: "0190163d-8694-739b-aea5-966c26f8ad91", versions: 2 },
  },
});

export const abTestExtended = abTestEvents.add("ab_test.extended", {
  payload: z.object({ hours: z.number() }),
  sentence: "Gave an A/B test more time",
});

/** Too many complained about a version, or unsubscribed over it. */
export const abTestVersionStopped = abTestEvents.add("ab_test.version_stopped", {
  payload: z.object({ version: z.number(), why: z.string() }),
  sentence: ({ version }) =>
    typeof version === "number"
      ? `Stopped version ${versionLetter(version)} of an A/B test`
      : "Stopped a version of an A/B test",
});

/** Its versions' numbers of people can't be chance. */
export const abTestSplitAlarmed = abTestEvents.add("ab_test.split_alarmed", {
  sentence: "Noticed that an A/B test isn’t split as it should be",
});

/** `chosen` is the version for everyone else. Null if all were stopped. */
export const abTestDecided = abTestEvents.add("ab_test.decided", {
  payload: z.object({
    state: z.enum(DECIDED_STATES as readonly ["winner", "no_difference", "inconclusive"]),
    chosen: z.number().nullable(),
    by: z.enum(DECIDERS),
  }),
  sentence: ({ by }) => (by === "hand" ? "Chose a version in an A/B test" : "Decided an A/B test"),
  webhook: {
    label: "A/B test decided",
    permission: "campaigns.send",
    example: { state: "winner", chosen: 1, by: "rule" },
  },
});

/** The others get the chosen version. */
export const abTestRolledOut = abTestEvents.add("ab_test.rolled_out", {
  payload: z.object({ chosen: z.number(), count: z.number() }),
  sentence: "Sent the chosen version of an A/B test to everyone else",
});

/** It ended without a result. */
export const abTestStopped = abTestEvents.add("ab_test.stopped", {
  sentence: "Stopped an A/B test",
  webhook: { label: "A/B test stopped", permission: "campaigns.send" },
});
