import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";

export const domainEvents = eventList("domain");

/** The subject is the domain in all of these. */
const payload = z.object({ profile_id: z.string() });

export const domainAdded = domainEvents.add("domain.added", { payload, sentence: "Added a domain" });

/** Its records are right, and the account has proven it's theirs. */
export const domainVerified = domainEvents.add("domain.verified", {
  payload,
  sentence: "Proved that a domain is theirs",
});

/** Visitors see the page there. */
export const domainActivated = domainEvents.add("domain.activated", {
  payload,
  sentence: "Saw a domain go live",
  webhook: {
    type: "domain.active",
    label: "A domain went live",
    permission: "connections.manage",
    example: { profile_id: EXAMPLE_ID },
  },
});

/** It used to work, and now leads somewhere else. */
export const domainDangling = domainEvents.add("domain.dangling", {
  payload,
  sentence: "Noticed that a domain no longer leads to its page",
  webhook: {
    type: "domain.misconfigured",
    label: "A domain stopped leading to its page",
    permission: "connections.manage",
    example: { profile_id: EXAMPLE_ID },
  },
});

/** It didn't lead here for 30 days, so we've stopped looking. */
export const domainFailed = domainEvents.add("domain.failed", {
  payload,
  sentence: "Stopped looking for a domain’s records after 30 days",
  webhook: {
    label: "A domain was given up on",
    permission: "connections.manage",
    example: { profile_id: EXAMPLE_ID },
  },
});

/** Another account has proven it's theirs. */
export const domainLost = domainEvents.add("domain.lost", {
  payload,
  sentence: "Lost a domain to an account that proved it’s theirs",
  webhook: {
    label: "A domain went to another account",
    permission: "connections.manage",
    example: { profile_id: EXAMPLE_ID },
  },
});

export const domainRemoved = domainEvents.add("domain.removed", { payload, sentence: "Removed a domain" });
