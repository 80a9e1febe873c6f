import * as z from "zod";
import type { EventType } from "#src/lib/event.ts";

type OnProfile = EventType<{ profile_id: string }>;
const onProfile = z.object({ profile_id: z.string() });

/** Someone left an e-mail address on a page. The subject is the lead, as in the next one. */
export const leadCaptured: OnProfile = { name: "lead.captured", payload: onProfile };

/** Someone who's already on the list filled in the form again and should get the download once more. */
export const leadReturned: OnProfile = { name: "lead.returned", payload: onProfile };

/** Leads came back from an export. The subject is the profile. */
export const leadsImported: EventType<{ count: number }> = {
  name: "leads.imported",
  payload: z.object({ count: z.number() }),
};
