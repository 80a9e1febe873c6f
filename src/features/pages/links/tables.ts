import { boolean, doublePrecision, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** The columns of spec §3, followed by our own. */
export const links = pgTable(
  "links",
  {
    id: uuid().primaryKey(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    title: text().notNull(),
    description: text(),
    url: text().notNull(),
    icon: text(),
    show_icon: boolean().notNull().default(false),
    show_adult_warning: boolean().notNull().default(false),
    is_ab_test: boolean().notNull().default(false),
    link_a: text(),
    link_b: text(),
    ab_split_ratio: doublePrecision().notNull().default(0.5),
    geo_restrictions: jsonb(),
    geo_blocked_fallback_url: text(),
    click_count: integer().notNull().default(0),
    updated_at: isoTime().notNull(),

    is_visible: boolean().notNull().default(true),
    position: integer().notNull(),
    created_at: isoTime().notNull(),
    deleted_at: isoTime(),
  },
  (table) => [index("links_profile").on(table.profile_id, table.position)],
);

/** A SQL check whether visitors see the link `l` on its page. `profiles` has the one for the page. */
export const LINK_IS_SHOWN = "(l.is_visible and l.deleted_at is null)";
