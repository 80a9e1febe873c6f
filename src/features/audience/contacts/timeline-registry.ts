import type { Db } from "#src/platform/db/database.ts";
import type { PersonSource, TimelineSource } from "./tables.ts";

/** What later slices know of contacts. */
export interface ContactSources {
  /** What happened. */
  timeline: readonly TimelineSource[];
  /** What of it counts for the score. */
  scored: readonly TimelineSource[];
  /** Everything there is about a person. */
  people: readonly PersonSource[];
  /** The id of the campaign that a contact got and whose id starts with these digits. */
  findCampaign(
    db: Db,
    of: { account: string; contact_id: string; start: string },
  ): Promise<string | undefined>;
}

let sources: ContactSources | undefined;

/** Called on load by the process, because this slice comes before those that know more. */
export function registerContactSources(known: ContactSources): void {
  sources = known;
}

export function contactSources(): ContactSources {
  if (!sources) throw new Error("Nobody has registered what later slices know of contacts.");
  return sources;
}
