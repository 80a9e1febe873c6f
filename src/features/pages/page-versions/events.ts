import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const pageVersionEvents = eventList("profile");

/** The subject is the profile. What this changes is announced one by one, too. */
export const pageVersionRestored = pageVersionEvents.add("page_version.restored", {
  payload: z.object({ version_id: z.string() }),
  sentence: "Restored an earlier version of a page",
});

const ofProfile = { profile_id: z.string() };

/** The subject is the page, as for all about drafts. */
export const pageDraftMade = pageVersionEvents.add("page_draft.created", {
  payload: z.object({ draft_id: z.string() }),
  sentence: "Started a draft of a page",
});

export const pageDraftScheduled = pageVersionEvents.add("page_draft.scheduled", {
  payload: z.object({ ...ofProfile, publish_at: z.string(), revert_at: z.string().nullable() }),
  sentence: "Planned when a draft of a page goes live",
});

export const pageDraftCanceled = pageVersionEvents.add("page_draft.canceled", {
  sentence: "Canceled what was planned for a draft of a page",
});

export const pageDraftDiscarded = pageVersionEvents.add("page_draft.discarded", {
  sentence: "Discarded a draft of a page",
});

/** `left` is the number of changes that weren't possible. */
const turned = z.object({ ...ofProfile, why: z.enum(["now", "time", "late"]), left: z.number() });

export const pageDraftPublished = pageVersionEvents.add("page_draft.published", {
  payload: turned,
  sentence: "Published a draft of a page",
});

export const pageDraftReverted = pageVersionEvents.add("page_draft.reverted", {
  payload: turned,
  sentence: "Took back what a draft had changed on a page",
});

/** It couldn't go live, or back, at its time. `why` is the code of the refusal. */
export const pageDraftMissed = pageVersionEvents.add("page_draft.missed", {
  payload: z.object({ ...ofProfile, to: z.enum(["publish", "revert"]), why: z.string() }),
  sentence: ({ to }) =>
    to === "revert" ? "Failed to take back a draft at its time" : "Failed to publish a draft at its time",
});
