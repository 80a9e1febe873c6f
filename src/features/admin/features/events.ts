import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { FEATURES, isFeature } from "#src/lib/feature-switches.ts";
import { labelOf } from "./rules.ts";

export const featureEvents = eventList("other");

const rules = z.object({
  share: z.number(),
  free: z.boolean().nullable(),
  premium: z.boolean().nullable(),
});

function told(what: string, { feature, reason }: { feature?: unknown; reason?: unknown }): string {
  if (typeof feature !== "string" || !isFeature(feature) || typeof reason !== "string") return what;
  return `${what}, ${labelOf(feature)}: ${reason}`;
}

/* The subject is the part’s name in both. The list of a part’s changes is read from these. */

/** About the whole instance. */
export const featureChanged = featureEvents.add("feature.changed", {
  payload: z.object({
    feature: z.enum(FEATURES),
    before: rules,
    after: rules,
    reason: z.string(),
  }),
  sentence: (payload) => told("Changed who has a part of the product", payload),
});

/** The account is the one that it’s about. */
export const accountFeatureChanged = featureEvents.add("feature.account_changed", {
  payload: z.object({
    feature: z.enum(FEATURES),
    /** Null for what’s said about everyone else. */
    is_on: z.boolean().nullable(),
    reason: z.string(),
  }),
  sentence: (payload) => {
    if (payload.is_on === true) return told("Switched a part of the product on for this account", payload);
    if (payload.is_on === false) return told("Switched a part of the product off for this account", payload);
    return told("Ended an exception of this account for a part of the product", payload);
  },
});
