import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Condition, EventName, EventTest } from "./conditions/condition-rules.ts";
import type { SegmentKind } from "./rules.ts";

/** Named parts of an account's contacts. */
export const segments = pgTable(
  "segments",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    kind: text().$type<SegmentKind>().notNull(),
    /** Who's in it, or was when the snapshot was taken. Null for one whose people are picked by hand. */
    condition: jsonb().$type<Condition>(),
    /** The segment that a snapshot was taken of, while it exists. */
    source_id: uuid(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex("segments_name").on(table.user_id, sql`lower(${table.name})`),
  ],
);

/** The people in segments that are picked by hand, and in snapshots. */
export const segmentMembers = pgTable(
  "segment_members",
  {
    user_id: text().notNull(),
    segment_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    added_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.segment_id, table.contact_id] }),
    index("segment_members_contact").on(table.user_id, table.contact_id),
  ],
);

/** What's asked of an event source. */
export interface EventQuery {
  account: string;
  test: EventTest;
  /** Only later events. Null for all. */
  since: string | null;
  /** Only events of these contacts: SQL for a uuid array. Null for all. */
  contactIds: SQL | null;
}

/**
 * How a slice's events are read: `contact_id uuid not null, at timestamptz`, and for purchases `amount numeric,
 * currency text`. Events by machines are left out.
 */
export interface EventSource {
  event: EventName;
  rows: (query: EventQuery) => SQL;
}
