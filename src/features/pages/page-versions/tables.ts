import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
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

/** What each row of a draft is a copy of, and which password it was copied with, by its id. */
export type Copies = Record<string, { id: string; lock: string | null }>;

/** What's prepared and planned for pages, at most once for each. */
export const pageDrafts = pgTable(
  "page_drafts",
  {
    /** The page that visitors see. */
    profile_id: uuid().primaryKey(),
    user_id: text().notNull(),
    /** Its copy, a profile that's off. */
    draft_id: uuid(),
    /** What the copy was before somebody changed it. */
    base: jsonb().$type<PageState>(),
    copies: jsonb().$type<Copies>().notNull(),
    publish_at: isoTime(),
    revert_at: isoTime(),
    /** What the page was before a draft went live that's taken back at `revert_at`, and right after. */
    before: jsonb().$type<PageState>(),
    after: jsonb().$type<PageState>(),
    made_by: text(),
    made_at: isoTime().notNull(),
  },
  (table) => [
    index("page_drafts_account").on(table.user_id),
    index("page_drafts_copy").on(table.draft_id).where(sql`${table.draft_id} is not null`),
  ],
);

const PICTURE = "/media/[0-9a-f-]{36}[.][a-z0-9]+";

/** The pictures in `page`, under their page's name today. */
function picturesOn(table: typeof pageVersions | typeof pageDrafts, page: AnyPgColumn) {
  return sql`select found.path as path, ${table.user_id} as account, ${clientProfiles.name} as name,
    ${table.profile_id}::text as profile_id, coalesce(${clientProfiles.deleted_at} is not null, true) as is_deleted
    from ${table} left join ${clientProfiles} on ${clientProfiles.id} = ${table.profile_id}
    cross join lateral (select distinct m[1] as path
      from regexp_matches(${page}::text, ${sql.raw(`'${PICTURE}'`)}, 'g') as m) as found`;
}

/** All pictures on versions, and on what pages go back to. */
export const VERSION_PICTURES: readonly PicturePlace[] = [
  { kind: "version", shown: picturesOn(pageVersions, pageVersions.page) },
  { kind: "version", shown: picturesOn(pageDrafts, pageDrafts.before) },
];
