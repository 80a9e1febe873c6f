import { date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { ImportedPage } from "./contract.ts";

/** A picture to copy: a link’s, or without a link the profile’s own. */
export interface WantedPicture {
  /** The job that copies it. A page can be imported again before the first one has begun. */
  job: string;
  link_id: string | null;
  url: string;
}

/** Pages that were read, for as long as somebody may look at what to import. */
export const pageImports = pgTable(
  "page_imports",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    /** Whoever read it. People limited to some profiles see nobody else’s. */
    made_by: text(),
    page: jsonb().$type<ImportedPage>().notNull(),
    /** Where it was last imported to. */
    profile_id: uuid(),
    pictures: jsonb().$type<WantedPicture[]>().notNull().default([]),
    /** Null until all of them were tried. */
    pictures_failed: integer(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("page_imports_account").on(table.user_id)],
);

/** How the parser of each service does, by day. Nothing here is about anybody. */
export const pageImportCounts = pgTable(
  "page_import_counts",
  {
    service: text().notNull(),
    day: date().notNull(),
    attempts: integer().notNull().default(0),
    successes: integer().notNull().default(0),
    /** Links found, over all successes. */
    links: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.service, table.day] })],
);
