import { date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

/** The numbers of attempts to leave an in-app browser, and of successes, on each page. */
export const inAppExits = pgTable(
  "in_app_exits",
  {
    profile_id: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    app: text().notNull(),
    os: text().notNull(),
    way: text().notNull(),
    tried: integer().notNull().default(0),
    left: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.profile_id, table.day, table.app, table.os, table.way] })],
);
