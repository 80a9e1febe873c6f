import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type { PageChanges } from "./contract.ts";
import type { PageState } from "./page-state.ts";

/** Pages as they were. */
export const pageVersions = pgTable(
  "page_versions",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    profile_id: uuid().notNull(),
    page: jsonb().$type<PageState>().notNull(),
    /** What’s different from the version before it. Null for the first one. */
    changes: jsonb().$type<PageChanges>(),
    /** Null if it was no person. */
    made_by: text(),
    made_at: isoTime().notNull(),
    restored_from: isoTime(),
  },
  (table) => [index("page_versions_newest").on(table.user_id, table.profile_id, table.made_at)],
);

/** The paths of all pictures on them, as a subquery. */
export const VERSION_PICTURES = sql`select (regexp_matches(${pageVersions.page}::text, '/media/[0-9a-f-]{36}[.][a-z]+', 'g'))[1] from ${pageVersions}`;
