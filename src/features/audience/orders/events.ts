import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const orderEvents = eventList("lead");

/** A shop reported an order, or a new amount of one. The subject is the order, under the shop's number of it. */
export const orderReported = orderEvents.add("order.reported", {
  payload: z.object({ contact_id: z.string().nullable(), campaign_id: z.string().nullable() }),
  sentence: "Reported what a fan bought",
});
