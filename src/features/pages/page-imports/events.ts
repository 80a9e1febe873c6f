import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const pageImportEvents = eventList("link");

/** The subject is the profile. Its new links are announced one by one, too. */
export const pageImported = pageImportEvents.add("page_import.applied", {
  payload: z.object({ service: z.string(), links: z.number() }),
  sentence: ({ service }) =>
    service === "starter" ? "Filled a new page from a starter" : "Imported a page from elsewhere",
});
