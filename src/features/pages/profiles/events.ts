import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

const none = z.object({});

/** The subject is the profile, except where noted. */
export const profileCreated: EventType<object> = { name: "profile.created", payload: none };

/** The subject is the copy. */
export const profileDuplicated: EventType<{ source_id: string }> = {
  name: "profile.duplicated",
  payload: z.object({ source_id: z.string() }),
};

/** `fields` are the columns that changed. A new username is announced as `profile.renamed`. */
export const profileUpdated: EventType<{ fields: string[] }> = {
  name: "profile.updated",
  payload: z.object({ fields: z.array(z.string()) }),
};

export const profileRenamed: EventType<{ from: string; to: string }> = {
  name: "profile.renamed",
  payload: z.object({ from: z.string(), to: z.string() }),
};

export const profileStatusChanged: EventType<{ status: "active" | "inactive" }> = {
  name: "profile.status_changed",
  payload: z.object({ status: z.enum(["active", "inactive"]) }),
};

export const profileDeleted: EventType<object> = { name: "profile.deleted", payload: none };

export const profileRestored: EventType<object> = { name: "profile.restored", payload: none };

/** Its time in the trash is over and its row is gone. Other slices now delete what they store about it. */
export const profilePurged: EventType<object> = { name: "profile.purged", payload: none };
