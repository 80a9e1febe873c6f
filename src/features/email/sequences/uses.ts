/* What later slices do with sequences: rules start and stop them. */
import type { Db } from "#src/platform/db/database.ts";

/** The names of those that a sequence can't be deleted without. */
export type ListUses = (db: Db, account: string, id: string) => Promise<string[]>;

let find: ListUses | undefined;

/** Called on load by the process, because this slice comes before them. */
export function registerSequenceUses(known: ListUses): void {
  find = known;
}

export function listUsesOfSequence(...of: Parameters<ListUses>): Promise<string[]> {
  if (!find) throw new Error("Nobody has registered what uses sequences.");
  return find(...of);
}
