import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const transferEvents = eventList("team");

const staying = z.object({ is_staying: z.boolean() });

/** The subject is the member's user id, also in the next two. */
export const handoverOffered = transferEvents.add("handover.offered", {
  payload: staying,
  sentence: "Offered the account to a team member",
});

export const handoverRevoked = transferEvents.add("handover.revoked", {
  sentence: "Took back the offer of the account",
});

export const handoverDeclined = transferEvents.add("handover.declined", {
  sentence: "Declined to take over the account",
});

/** The account has a new owner, who did it. The subject is the former owner's user id from then on. */
export const handedOver = transferEvents.add("handover.accepted", {
  payload: staying,
  sentence: "Took over the account",
});
