import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** A shop reported an order, or a new amount of one. The subject is the order, under the shop's number of it. */
export const orderReported: EventType<{ contact_id: string | null; campaign_id: string | null }> = {
  name: "order.reported",
  payload: z.object({ contact_id: z.string().nullable(), campaign_id: z.string().nullable() }),
};
