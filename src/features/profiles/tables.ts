import { boolean, index, integer, jsonb, pgTable, real, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Columns of spec §3, and beneath them our own. `user_id` is the account. */
export const clientProfiles = pgTable(
  "client_profiles",
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    username: text().notNull(),
    display_name: text(),
    status: text({ enum: ["active", "inactive"] })
      .notNull()
      .default("active"),
    is_active: boolean().notNull().default(true),
    user_id: text().notNull(),
    created_at: isoTime().notNull(),
    profile_picture_url: text(),
    notes: text(),
    public_notes: text(),
    theme_settings: jsonb(),
    show_online_indicator: boolean().notNull().default(false),
    show_response_time: boolean().notNull().default(false),
    response_time: text(),
    customer_rescue_enabled: boolean().notNull().default(false),
    customer_rescue_url: text(),
    background_image_url: text(),
    overlay_color: text(),
    overlay_opacity: real(),
    promotion_text: text(),
    promotion_settings: jsonb(),
    social_platforms: jsonb(),
    facebook_pixel_id: text(),
    google_analytics_id: text(),
    screensaver_enabled: boolean().notNull().default(false),
    screensaver_link: text(),
    lead_capture_enabled: boolean(),
    lead_capture_title: text(),
    lead_capture_description: text(),
    collect_phone_enabled: boolean(),
    phone_required: boolean(),
    disclaimer_text: text(),
    button_text: text(),
    tiktok_fallback_enabled: boolean().notNull().default(false),
    direct_link_url: text(),
    direct_link_warning: boolean().notNull().default(false),

    updated_at: isoTime().notNull(),
    deleted_at: isoTime(),
    /** The visitor's own city is greeted, from the request. */
    show_location: boolean().notNull().default(false),
    /** The lead form is shown although there is nothing to download. */
    collect_without_download: boolean().notNull().default(false),
    /** Keys of the in-app browsers (`in-app`) whose visitors are shown the way out, beside TikTok's own column. */
    in_app_browsers: jsonb(),
    /** Since when the profile has its username; null for since it was made. */
    username_since: isoTime(),
    /** How many links the profile has now; the links slice reports it with every change. */
    link_count: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("client_profiles_username").on(table.username),
    index("client_profiles_user").on(table.user_id, table.created_at),
  ],
);

/** Names that profiles had before: they redirect, and nobody else can take them, until `kept_until`. */
export const oldUsernames = pgTable(
  "old_usernames",
  {
    username: text().primaryKey(),
    profile_id: uuid().notNull(),
    kept_until: isoTime().notNull(),
  },
  (table) => [index("old_usernames_profile").on(table.profile_id)],
);
