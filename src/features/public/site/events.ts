import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const siteEvents = eventList("other");

/** Staff took an error in browsers off the list, or back onto it. The subject is its id. */
export const browserErrorResolved = siteEvents.add("browser_error.resolved", {
  payload: z.object({ is_resolved: z.boolean(), message: z.string() }),
  sentence: ({ is_resolved }) =>
    is_resolved === false ? "Reopened an error in browsers" : "Resolved an error in browsers",
});
