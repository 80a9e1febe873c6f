import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const mediaEvents = eventList("media");

/** The subject is the picture. */
export const mediaUploaded = mediaEvents.add("media.uploaded", {
  payload: z.object({ purpose: z.string() }),
  sentence: ({ purpose }) =>
    `Uploaded a picture for ${purpose === "avatar" ? "a profile" : purpose === "icon" ? "a link" : "a background"}`,
});
