import * as z from "zod";
import { EXAMPLE_ID, eventList } from "#src/lib/event-list.ts";
import { formatCount } from "#src/lib/event-sentences.ts";

export const leadEvents = eventList("lead");

const onProfile = z.object({ profile_id: z.string() });

/** Someone left an e-mail address on a page. The subject is the lead, as in the next one. */
export const leadCaptured = leadEvents.add("lead.captured", {
  payload: onProfile,
  sentence: "Signed up on a page",
  webhook: {
    type: "lead.created",
    label: "A fan signed up",
    permission: "leads.see",
    example: { profile_id: EXAMPLE_ID },
  },
});

/** Someone who's already on the list filled in the form again and should get the download once more. */
export const leadReturned = leadEvents.add("lead.returned", {
  payload: onProfile,
  sentence: "Filled out a page’s form again",
  webhook: { label: "A fan signed up again", permission: "leads.see", example: { profile_id: EXAMPLE_ID } },
});

/** Leads came back from an export. The subject is the profile. */
export const leadsImported = leadEvents.add("leads.imported", {
  payload: z.object({ count: z.number() }),
  sentence: ({ count }, locale) => `Imported ${formatCount(count, locale, "several")} leads`,
});
