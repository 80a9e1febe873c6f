import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { PicturePlace } from "#src/features/pages/media/tables.ts";
import { clientProfiles } from "#src/features/pages/profiles/tables.ts";
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

/** All pictures on them, under the page's name today. */
export const VERSION_PICTURES: readonly PicturePlace[] = [
  {
    kind: "version",
    shown: sql`select found.path as path, ${pageVersions.user_id} as account, ${clientProfiles.name} as name,
      ${pageVersions.profile_id}::text as profile_id, coalesce(${clientProfiles.deleted_at} is not null, true) as is_deleted
      from ${pageVersions} left join ${clientProfiles} on ${clientProfiles.id} = ${pageVersions.profile_id}
      cross join lateral (select distinct m[1] as path
        from regexp_matches(${pageVersions.page}::text, '/media/[0-9a-f-]{36}[.][a-z]+', 'g') as m) as found`,
  },
];
