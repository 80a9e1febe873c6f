import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

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
