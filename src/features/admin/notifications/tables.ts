import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** What the instance has sent to people on its own account lately, so that it isn't too much. */
export const instanceMessages = pgTable(
  "instance_messages",
  {
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** The message, whoever sends it: a broadcast's id, or a reminder's rule and occasion. */
    key: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.key] }),
    index("instance_messages_age").on(table.created_at),
  ],
);
