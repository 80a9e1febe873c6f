import { pgTable, text } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** What the founder has set for the whole instance, by the setting's name. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updated_at: isoTime().notNull(),
});
