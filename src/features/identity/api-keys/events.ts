import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatList } from "#src/lib/event-sentences.ts";

export const keyEvents = eventList("key");

/** The subject is the key in all of these. */
export const keyCreated = keyEvents.add("key.created", {
  payload: z.object({ scopes: z.array(z.string()) }),
  sentence: ({ scopes }) => `Created an API key for ${formatList(scopes) || "nothing yet"}`,
});

export const keyRenamed = keyEvents.add("key.renamed", { sentence: "Renamed an API key" });

/** A new key has replaced it. Until `old_until`, the old one still works. */
export const keyRotated = keyEvents.add("key.rotated", {
  payload: z.object({ old_until: z.string() }),
  sentence: "Replaced an API key",
});

export const keyRevoked = keyEvents.add("key.revoked", { sentence: "Deleted an API key" });
