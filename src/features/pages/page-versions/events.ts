import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const pageVersionEvents = eventList("profile");

/** The subject is the profile. What this changes is announced one by one, too. */
export const pageVersionRestored = pageVersionEvents.add("page_version.restored", {
  payload: z.object({ version_id: z.string() }),
  sentence: "Restored an earlier version of a page",
});
