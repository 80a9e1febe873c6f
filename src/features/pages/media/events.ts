import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const mediaEvents = eventList("media");

/** The subject is the picture. */
export const mediaUploaded = mediaEvents.add("media.uploaded", {
  payload: z.object({ purpose: z.string() }),
  sentence: ({ purpose }) =>
    purpose === "video"
      ? "Uploaded a video for a background"
      : `Uploaded a picture for ${purpose === "avatar" ? "a profile" : purpose === "icon" ? "a link" : "a background"}`,
});

export const mediaChanged = mediaEvents.add("media.changed", { sentence: "Described a picture" });

/** The subject is the copy. */
export const mediaFitted = mediaEvents.add("media.fitted", {
  payload: z.object({ source_id: z.string(), purpose: z.string() }),
  sentence: "Made a picture fit another place",
});

export const mediaDeleted = mediaEvents.add("media.deleted", { sentence: "Deleted a picture" });
