import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const moderationEvents = eventList("other");

/**
 * Someone reported a page, which may be gone. The subject is the report. It belongs to the instance, not to
 * the page's owner.
 */
export const pageReported = moderationEvents.add("page.reported", {
  payload: z.object({ profile_id: z.string().nullable() }),
  sentence: "Reported a page",
});

/** Staff have handled the reports of a page. The subject is the page's username as it was reported. */
export const reportsClosed = moderationEvents.add("page.reports_closed", {
  payload: z.object({ count: z.number() }),
  sentence: "Marked a page’s reports as handled",
});
