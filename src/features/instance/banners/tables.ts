import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { BannerAudience, BannerTexts, BannerTone } from "./rules.ts";

/** What the instance says on top of every dashboard. */
export const banners = pgTable("banners", {
  id: uuid().primaryKey(),
  texts: jsonb().$type<BannerTexts>().notNull(),
  tone: text().$type<BannerTone>().notNull(),
  /** Empty if it leads nowhere. */
  url: text().notNull(),
  /** What the link says. */
  labels: jsonb().$type<BannerTexts>().notNull(),
  audience: text().$type<BannerAudience>().notNull(),
  /** Null: since it was written. */
  from_at: isoTime(),
  /** Null: until somebody removes it. */
  until_at: isoTime(),
  updated_by: text().references(() => user.id, { onDelete: "set null" }),
  updated_at: isoTime().notNull(),
});

/** Who doesn't want to see one anymore. */
export const bannerDismissals = pgTable(
  "banner_dismissals",
  {
    banner_id: uuid()
      .notNull()
      .references(() => banners.id, { onDelete: "cascade" }),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    dismissed_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.banner_id, table.user_id] }),
    index("banner_dismissals_user").on(table.user_id),
  ],
);
