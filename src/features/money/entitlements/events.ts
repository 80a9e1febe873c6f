import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { GRANT_KINDS } from "./rules.ts";

export const entitlementEvents = eventList("billing");

const given = z.object({ kind: z.enum(GRANT_KINDS), quantity: z.number().nullable() });

/** Staff gave the account something. The subject is the grant. */
export const staffGrantAdded = entitlementEvents.add("grant.added", {
  payload: given.extend({ ends_at: z.string().nullable(), reason: z.string() }),
  sentence: ({ kind, quantity }) => {
    if (kind === "profile_slots") return `Gave the account page slots: ${Number(quantity ?? 0)}`;
    if (kind === "unlimited_links") return "Gave the account unlimited links";
    return typeof quantity === "number"
      ? `Gave the account units of premium: ${quantity}`
      : "Gave the account premium";
  },
});

/** Staff took it back. */
export const staffGrantEnded = entitlementEvents.add("grant.ended", {
  payload: given,
  sentence: ({ kind, quantity }) => {
    if (kind === "profile_slots") return `Took back page slots: ${Number(quantity ?? 0)}`;
    if (kind === "unlimited_links") return "Took back unlimited links";
    return typeof quantity === "number" ? `Took back units of premium: ${quantity}` : "Took back premium";
  },
});
