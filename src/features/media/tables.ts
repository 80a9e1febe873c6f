import { sql } from "drizzle-orm";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";

/** Pictures as they are served. In the database, so that every node has them and one backup holds everything. */
export const media = pgTable("media", {
  id: uuid().primaryKey(),
  user_id: text().notNull(),
  content_type: text().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
  content: bytes().notNull(),
  created_at: isoTime().notNull(),
  /** When something last showed it, as far as the daily job has seen, or was about to. */
  used_at: isoTime().notNull().default(sql`now()`),
});
