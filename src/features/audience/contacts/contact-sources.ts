import type { Db } from "#src/platform/db/database.ts";
import type { ConditionSource, PersonSource, TimelineSource } from "./tables.ts";

/** Later slices' data about contacts. */
export interface ContactSources {
  timeline: readonly TimelineSource[];
  /** The part of them that counts for the score. */
  scored: readonly TimelineSource[];
  /** Sources for a person's data export. */
  people: readonly PersonSource[];
  conditions: ConditionSource;
  /** Finds the batch with a message to a contact whose id starts with these digits. */
  findBatch(db: Db, of: { account: string; contact_id: string; start: string }): Promise<string | undefined>;
}

let sources: ContactSources | undefined;

/** Called on load by the process, because this slice comes before the sources. */
export function registerContactSources(known: ContactSources): void {
  sources = known;
}

export function contactSources(): ContactSources {
  if (!sources) throw new Error("Nobody has registered what later slices know of contacts.");
  return sources;
}
