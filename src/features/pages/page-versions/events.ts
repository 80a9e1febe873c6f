import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const pageVersionEvents = eventList("profile");

/** The subject is the profile. What this changes is announced one by one, too. */
export const pageVersionRestored = pageVersionEvents.add("page_version.restored", {
  payload: z.object({ version_id: z.string() }),
  sentence: "Restored an earlier version of a page",
});

/** The subject is the page, as for all about drafts. */
export const pageDraftMade = pageVersionEvents.add("page_draft.created", {
  payload: z.object({ draft_id: z.string() }),
  sentence: "Began a draft of a page",
});

/** Null if it isn't planned anymore. */
export const pageDraftScheduled = pageVersionEvents.add("page_draft.scheduled", {
  payload: z.object({ publish_at: z.string().nullable() }),
  sentence: ({ publish_at }) =>
    publish_at === null ? "Took back what was planned for a page" : "Planned when a draft goes live",
});

export const pageDraftPublished = pageVersionEvents.add("page_draft.published", {
  sentence: "Published a draft of a page",
});

export const pageDraftDiscarded = pageVersionEvents.add("page_draft.discarded", {
  sentence: "Discarded a draft of a page",
});

export const pageReverted = pageVersionEvents.add("page_draft.reverted", {
  payload: z.object({ version_id: z.string() }),
  sentence: "Brought a page back to what it was before its draft",
});

/** It couldn't go live, or back, at its time. `code` says why. */
export const pageDraftMissed = pageVersionEvents.add("page_draft.missed", {
  payload: z.object({ code: z.string() }),
  sentence: "Couldn’t publish a draft at its time",
});
