/* Timeline entries of later slices, such as messages and replies. */
import type { Platform } from "#src/platform/context.ts";
import { findContact } from "./merge-store.ts";
import type { TimelineRow } from "./store.ts";
import { deleteEntry, type EntryKey, findEntry, insertEntry, updateEntry } from "./timeline-entry-store.ts";

/** Adds to a contact's timeline. False if the contact is gone, or the entry already exists. */
export async function addTimelineEntry(platform: Platform, row: TimelineRow): Promise<boolean> {
  const contact = await findContact(platform.db, { account: row.user_id, id: row.contact_id });
  return contact !== undefined && (await insertEntry(platform.db, row));
}

export function findTimelineEntry({ db }: Platform, key: EntryKey): Promise<TimelineRow | undefined> {
  return findEntry(db, key);
}

export function updateTimelineEntry(
  { db }: Platform,
  key: EntryKey,
  data: TimelineRow["data"],
): Promise<void> {
  return updateEntry(db, key, data);
}

export function deleteTimelineEntry({ db }: Platform, key: EntryKey): Promise<void> {
  return deleteEntry(db, key);
}
