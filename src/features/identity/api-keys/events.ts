import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the key in all of these. */
export const keyCreated: EventType<{ scopes: string[] }> = {
  name: "key.created",
  payload: z.object({ scopes: z.array(z.string()) }),
};

export const keyRenamed: EventType<object> = { name: "key.renamed", payload: none };

/** A new key has replaced it. Until `old_until`, the old one still works. */
export const keyRotated: EventType<{ old_until: string }> = {
  name: "key.rotated",
  payload: z.object({ old_until: z.string() }),
};

export const keyRevoked: EventType<object> = { name: "key.revoked", payload: none };
