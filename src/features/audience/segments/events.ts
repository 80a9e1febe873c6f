import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { changedFields, formatCount } from "#src/lib/event-sentences.ts";

export const segmentEvents = eventList("lead");

export const segmentCreated = segmentEvents.add("segment.created", { sentence: "Added a segment" });

/** Names of what changed. */
export const segmentUpdated = segmentEvents.add("segment.updated", {
  payload: z.object({ fields: z.array(z.string()) }),
  sentence: changedFields("a segment"),
});

export const segmentDeleted = segmentEvents.add("segment.deleted", { sentence: "Deleted a segment" });

/** The subject is the snapshot. */
export const segmentSnapshotTaken = segmentEvents.add("segment.snapshot_taken", {
  payload: z.object({ source_id: z.string(), count: z.number() }),
  sentence: "Took a snapshot of a segment",
});

/** People were added to, or taken out of, a segment by hand. */
export const segmentMembersChanged = segmentEvents.add("segment.members_changed", {
  payload: z.object({ action: z.enum(["add", "remove"]), count: z.number() }),
  sentence: ({ action, count }, locale) =>
    action === "remove"
      ? `Took ${formatCount(count, locale, "several")} leads out of a segment`
      : `Added ${formatCount(count, locale, "several")} leads to a segment`,
});
