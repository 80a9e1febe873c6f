import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import type { PictureType } from "./rules.ts";

/** Pictures as they're served. They're in the database, so that every node and every backup has them. */
export const media = pgTable(
  "media",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    content_type: text().$type<PictureType>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** `#rrggbb`, for pictures with text on them; null for others. */
    darkest: text(),
    lightest: text(),
    content: bytes().notNull(),
    created_at: isoTime().notNull(),
    /** The last time that the daily job saw it in use, or that something was about to show it. */
    used_at: isoTime().notNull().default(sql`now()`),
  },
  (table) => [index("media_account").on(table.user_id)],
);
