import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Errors in browsers, one row for all that look the same. Nothing personal is in it. */
export const browserErrors = pgTable(
  "browser_errors",
  {
    /** A digest of what makes it the same. */
    id: text().primaryKey(),
    source: text({ enum: ["dashboard", "page", "site"] }).notNull(),
    message: text().notNull(),
    path: text().notNull(),
    /** Of the latest one. */
    stack: text().notNull(),
    /** The version that the latest one was in. */
    version: text().notNull(),
    count: integer().notNull(),
    first_at: isoTime().notNull(),
    last_at: isoTime().notNull(),
    /** Null again once it recurs. */
    resolved_at: isoTime(),
  },
  (table) => [index("browser_errors_last").on(table.last_at)],
);
