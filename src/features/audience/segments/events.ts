import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
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

const move = z.object({ contact_id: z.string(), segment_id: z.string(), name: z.string() });
const EXAMPLE = { contact_id: EXAMPLE_ID, segment_id: EXAMPLE_ID, name: "VIPs" };

/** Somebody came into a segment, by its condition or by hand. The subject is the contact; `name` is the segment’s. */
export const segmentEntered = segmentEvents.add("segment.entered", {
  payload: move,
  sentence: ({ name }) => `Saw a lead come into the segment ${String(name ?? "")}`,
  webhook: {
    label: "A lead came into a segment",
    permission: "leads.see",
    example: EXAMPLE,
  },
});

/** Somebody left one. */
export const segmentLeft = segmentEvents.add("segment.left", {
  payload: move,
  sentence: ({ name }) => `Saw a lead leave the segment ${String(name ?? "")}`,
  webhook: { label: "A lead left a segment", permission: "leads.see", example: EXAMPLE },
});

/** The nightly comparison found members that had been missed, who are announced now. */
export const segmentRepaired = segmentEvents.add("segment.repaired", {
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) =>
    `Found ${formatCount(count, locale, "several")} missed changes in a segment, and repaired it`,
});
