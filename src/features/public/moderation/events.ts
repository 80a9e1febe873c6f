import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/**
 * Someone reported a page, which may be gone. The subject is the report. It belongs to the instance, not to
 * the page's owner.
 */
export const pageReported: EventType<{ profile_id: string | null }> = {
  name: "page.reported",
  payload: z.object({ profile_id: z.string().nullable() }),
};

/** Staff have handled the reports of a page. The subject is the page's username as it was reported. */
export const reportsClosed: EventType<{ count: number }> = {
  name: "page.reports_closed",
  payload: z.object({ count: z.number() }),
};
