import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { type Audience, type AudienceShorthand, audienceOf } from "./audience-rules.ts";
import type { Condition, EventName, EventTest } from "./conditions/condition-rules.ts";
import type { MoveKind, SegmentKind } from "./rules.ts";

/** A column with an audience. Rows from before audiences were conditions have the shorthand for one. */
export const audience = customType<{ data: Audience; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) =>
    audienceOf((typeof stored === "string" ? JSON.parse(stored) : stored) as Audience | AudienceShorthand),
});

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
    /** What the condition reads besides contacts themselves, by the names in `watchedBy`. Triggers ask for it. */
    watched: text().array().notNull().default([]),
    /** True once `segment_members` has everyone who matches. Until then, nobody's coming or leaving is announced. */
    is_filled: boolean().notNull().default(false),
    /** When all contacts are looked at next, not only those who changed. Null for “only at night”. */
    due_at: isoTime(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("segments_due").on(table.due_at).where(sql`${table.due_at} is not null`),
    // Every view and click asks whether anybody's segments count them.
    index("segments_of_visits").on(table.user_id).where(sql`${table.watched} && '{visited,clicked}'::text[]`),
    uniqueIndex("segments_name").on(table.user_id, sql`lower(${table.name})`),
  ],
);

/**
 * The people in segments that are picked by hand, and in snapshots. Of segments with a condition, those who have
 * been announced as members: who's in one is asked of its condition.
 */
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

/**
 * Contacts that may have come into segments with a condition, or left them, since they were last looked at.
 * Triggers on everything that conditions read add them, in the transaction of the change (`migrations/`). Nothing
 * is unique, so that no change waits for the sweep or another change, and none is lost to a row that the sweep
 * is about to delete.
 */
export const segmentChanges = pgTable(
  "segment_changes",
  {
    user_id: text().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    contact_id: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** Who came into segments with a condition and who left them, as announced. */
export const segmentMoves = pgTable(
  "segment_moves",
  {
    user_id: text().notNull(),
    contact_id: uuid().notNull(),
    id: uuid().notNull(),
    segment_id: uuid().notNull(),
    kind: text().$type<MoveKind>().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.contact_id, table.id] }),
    index("segment_moves_newest").on(table.user_id, table.segment_id, table.at, table.id),
    index("segment_moves_age").on(table.at),
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
