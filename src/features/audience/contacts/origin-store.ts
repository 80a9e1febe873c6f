import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import type { TimelineRow } from "./store.ts";
import { contactTimeline } from "./tables.ts";

/** Returns the first timeline entries of contacts who were added: such an entry has the contact's own id. */
export async function listCreatedEntries(
  db: Db,
  account: string,
  ids: readonly string[],
): Promise<Pick<TimelineRow, "contact_id" | "at" | "data">[]> {
  if (ids.length === 0) return [];
  const { user_id, contact_id, id, kind, at, data } = contactTimeline;
  return db
    .select({ contact_id, at, data })
    .from(contactTimeline)
    .where(and(eq(user_id, account), inArray(contact_id, [...ids]), eq(id, contact_id), eq(kind, "created")));
}
