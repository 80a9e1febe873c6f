import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});
const staying = z.object({ is_staying: z.boolean() });

/** The subject is the member's user id, also in the next two. */
export const handoverOffered: EventType<{ is_staying: boolean }> = {
  name: "handover.offered",
  payload: staying,
};

export const handoverRevoked: EventType<object> = { name: "handover.revoked", payload: none };

export const handoverDeclined: EventType<object> = { name: "handover.declined", payload: none };

/** The account has a new owner, who did it. The subject is the former owner's user id from then on. */
export const handedOver: EventType<{ is_staying: boolean }> = {
  name: "handover.accepted",
  payload: staying,
};
