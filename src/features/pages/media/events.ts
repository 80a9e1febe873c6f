import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

/** The subject is the picture. */
export const mediaUploaded: EventType<{ purpose: string }> = {
  name: "media.uploaded",
  payload: z.object({ purpose: z.string() }),
};
