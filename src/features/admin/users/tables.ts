import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { MERGE_STEPS, type MergeCursor } from "./merges/merge-rules.ts";

/** What staff do to many accounts at once, and how far it is. */
export const userChanges = pgTable(
  "user_changes",
  {
    /** Chosen by the browser, so that sending it twice starts one. */
    id: uuid().primaryKey(),
    change: jsonb().notNull(),
    selection: jsonb().notNull(),
    reason: text().notNull(),
    state: text({ enum: ["running", "done", "stopped", "undoing", "undone"] }).notNull(),
    total: integer().notNull(),
    /** The last account that has been looked at. They go by their ids. */
    after_id: text().notNull().default(""),
    made_by: text().references(() => user.id, { onDelete: "set null" }),
    created_at: isoTime().notNull(),
  },
  (table) => [
    index("user_changes_newest").on(table.created_at),
    index("user_changes_maker").on(table.made_by),
  ],
);

/** The accounts that such a change has changed: written with the change, so that none is changed twice. */
export const userChangeItems = pgTable(
  "user_change_items",
  {
    change_id: uuid()
      .notNull()
      .references(() => userChanges.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** What undoing it takes. */
    undo: jsonb().notNull(),
    is_undone: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.change_id, table.account] }),
    index("user_change_items_account").on(table.account),
  ],
);

/** Accounts that staff merge into others, and how far that is. */
export const accountMerges = pgTable(
  "account_merges",
  {
    /** Chosen by the browser, so that sending it twice starts one. */
    id: uuid().primaryKey(),
    /** The account that ends, and the one that stays. */
    source: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    target: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    step: text({ enum: MERGE_STEPS }).notNull(),
    /** Where the step is, among many rows. */
    cursor: jsonb().$type<MergeCursor>(),
    /** The pages that there were at the start, and those that have moved. */
    pages_total: integer().notNull(),
    profile_ids: uuid().array().notNull().default([]),
    made_by: text().references(() => user.id, { onDelete: "set null" }),
    started_at: isoTime().notNull(),
    /** Null while it runs. */
    ended_at: isoTime(),
    /** When the source is deleted. Null until it's closed. */
    due_at: isoTime(),
  },
  (table) => [
    uniqueIndex("account_merges_source").on(table.source).where(sql`${table.ended_at} is null`),
    uniqueIndex("account_merges_target").on(table.target).where(sql`${table.ended_at} is null`),
    index("account_merges_of_source").on(table.source, table.started_at),
    index("account_merges_of_target").on(table.target, table.started_at),
    index("account_merges_maker").on(table.made_by),
  ],
);
