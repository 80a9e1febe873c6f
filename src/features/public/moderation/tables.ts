import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Visitors' reports about pages. Staff work through the open ones. */
export const pageReports = pgTable(
  "page_reports",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    /** The name as the reporter typed it. The profile is set if it exists. */
    username: text().notNull(),
    profile_id: uuid(),
    reason: text().notNull(),
    details: text().notNull(),
    /** Only from reporters who want a reply. */
    reporter_email: text(),
    status: text({ enum: ["open", "closed"] })
      .notNull()
      .default("open"),
    created_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("page_reports_number").on(table.number),
    index("page_reports_status").on(table.status, table.created_at),
    index("page_reports_open").on(table.username).where(sql`${table.status} = 'open'`),
  ],
);
