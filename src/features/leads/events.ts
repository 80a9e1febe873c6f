import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

type OnProfile = EventType<{ profile_id: string }>;
const onProfile = z.object({ profile_id: z.string() });

/** Someone left an e-mail address on a page. The subject is the lead, as in the next one. */
export const leadCaptured: OnProfile = { name: "lead.captured", payload: onProfile };

/** Someone who's already on the list filled in the form again and should get the download once more. */
export const leadReturned: OnProfile = { name: "lead.returned", payload: onProfile };

export const leadDeleted: OnProfile = { name: "lead.deleted", payload: onProfile };

/** Someone asked to delete so many leads that it takes a job, which announces what it deletes. */
export const leadsDeletionBegun: EventType<{ count: number }> = {
  name: "leads.deletion_begun",
  payload: z.object({ count: z.number() }),
};

/** A bulk deletion, and its undoing. The subject of both is the id for undoing it. */
export const leadsDeleted: EventType<{ ids: string[] }> = {
  name: "leads.deleted",
  payload: z.object({ ids: z.array(z.string()) }),
};

export const leadsRestored: EventType<object> = { name: "leads.restored", payload: z.object({}) };

/** Leads came back from an export. The subject is the profile. */
export const leadsImported: EventType<{ count: number }> = {
  name: "leads.imported",
  payload: z.object({ count: z.number() }),
};
