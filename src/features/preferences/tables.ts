import { pgTable, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/accounts/tables.ts";

/** What people don't want to be told about. Someone without a row is told about everything. */
export const notificationPreferences = pgTable("notification_preferences", {
  user_id: text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** Topics and channels, such as `fans.email`. */
  off: text().array().notNull(),
});
