import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const bannerEvents = eventList("other");

const said = z.object({ text: z.string() });
const about = (what: string, text: unknown) =>
  typeof text === "string" && text !== "" ? `${what}: ${withoutStop(text)}` : what;

/** The sentence goes on, or ends without one. */
function withoutStop(text: string): string {
  return text.endsWith(".") ? withoutStop(text.slice(0, -1)) : text;
}

/* What staff say on every dashboard. The subject is the banner. */

export const bannerSaved = bannerEvents.add("banner.saved", {
  payload: said,
  sentence: ({ text }) => about("Put a banner on every dashboard", text),
});

export const bannerRemoved = bannerEvents.add("banner.removed", {
  payload: said,
  sentence: ({ text }) => about("Removed a banner from every dashboard", text),
});
