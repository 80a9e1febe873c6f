import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

type OnProfile = EventType<{ profile_id: string }>;
const onProfile = z.object({ profile_id: z.string() });

/** The subject is the link, except where noted. */
export const linkCreated: OnProfile = { name: "link.created", payload: onProfile };

/** `fields` are the columns that changed. */
export const linkUpdated: EventType<{ profile_id: string; fields: string[] }> = {
  name: "link.updated",
  payload: onProfile.extend({ fields: z.array(z.string()) }),
};

export const linkDeleted: OnProfile = { name: "link.deleted", payload: onProfile };

export const linkRestored: OnProfile = { name: "link.restored", payload: onProfile };

/** The subject is the copy. */
export const linkDuplicated: EventType<{ profile_id: string; source_id: string }> = {
  name: "link.duplicated",
  payload: onProfile.extend({ source_id: z.string() }),
};

/** The subject is the profile. */
export const linksReordered: EventType<object> = { name: "links.reordered", payload: z.object({}) };
