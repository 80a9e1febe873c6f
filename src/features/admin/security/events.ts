import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const securityEvents = eventList("other");

const entry = z.object({
  kind: z.string(),
  effect: z.string(),
  /** Of a small network only the one around it: the event outlives the entry. */
  value: z.string(),
  reason: z.string(),
});

const said = (verb: string, { effect, value }: { effect?: unknown; value?: unknown }) => {
  const what = effect === "allow" ? "an exception from blocks" : "a block";
  return typeof value === "string" ? `${verb} ${what}: ${value}` : `${verb} ${what}`;
};

/** About the whole instance. The subject is the entry's id. */
export const blockAdded = securityEvents.add("block.added", {
  payload: entry,
  sentence: ({ reason, ...about }) =>
    typeof reason === "string" ? `${said("Added", about)} (${reason})` : said("Added", about),
});

export const blockRemoved = securityEvents.add("block.removed", {
  payload: entry,
  sentence: (about) => said("Removed", about),
});
