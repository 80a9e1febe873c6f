import { date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { EXIT_PLATFORMS, type ExitMethod } from "./rules.ts";

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

/** The same on all pages together, by the app's version. */
export const versionExits = pgTable(
  "version_exits",
  {
    day: date({ mode: "string" }).notNull(),
    app: text().notNull(),
    os: text().notNull(),
    /** Major and minor. Empty if the app doesn't say, or if too many others were counted that day. */
    version: text().notNull(),
    way: text().notNull(),
    tried: integer().notNull().default(0),
    left: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.app, table.os, table.version, table.way] })],
);

/** What staff have chosen instead of the built-in ways out, by the version from which it applies: 0.0 for all. */
export const waysOut = pgTable(
  "ways_out",
  {
    app: text().notNull(),
    os: text({ enum: EXIT_PLATFORMS }).notNull(),
    from_major: integer().notNull(),
    from_minor: integer().notNull(),
    /** Best first. Empty for instructions only. */
    ways: jsonb().$type<ExitMethod[]>().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.app, table.os, table.from_major, table.from_minor] })],
);
