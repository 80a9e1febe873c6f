import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { GRANT_KINDS, type GrantKind } from "./rules.ts";

export const entitlementEvents = eventList("billing");

const given = z.object({ kind: z.enum(GRANT_KINDS), quantity: z.number().nullable() });

const NAMES: Readonly<Record<GrantKind, string>> = {
  profile_slots: "profile slots",
  premium_units: "units of premium",
  unlimited_links: "unlimited links",
};

const nameOf = (kind: unknown) => (Object.hasOwn(NAMES, String(kind)) ? NAMES[kind as GrantKind] : "more");

/** Staff gave the account something. The subject is the grant. */
export const staffGrantAdded = entitlementEvents.add("grant.added", {
  payload: given.extend({ ends_at: z.string().nullable(), reason: z.string() }),
  sentence: ({ kind, quantity }) =>
    typeof quantity === "number"
      ? `Gave the account ${nameOf(kind)}: ${quantity}`
      : `Gave the account ${nameOf(kind)}`,
});

/** Staff took it back. */
export const staffGrantEnded = entitlementEvents.add("grant.ended", {
  payload: given,
  sentence: ({ kind, quantity }) =>
    typeof quantity === "number" ? `Took back ${nameOf(kind)}: ${quantity}` : `Took back ${nameOf(kind)}`,
});
