import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { IS_CLOSED } from "#src/features/identity/accounts/tables.ts";
import type { PicturePlace } from "#src/features/pages/media/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";
import type { StaffMark, StaffMarkName } from "./staff-marks/mark-rules.ts";

/** The columns of spec §3, followed by our own. `user_id` is the account. */
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
    /** Set if the page mentions the visitor's own city, derived from the request. */
    show_location: boolean().notNull().default(false),
    /** Shows the lead form even if there's nothing to download. */
    collect_without_download: boolean().notNull().default(false),
    /** Set if fans get e-mail only after they've used the link in a first one. */
    confirm_sign_ups: boolean().notNull().default(false),
    /**
     * Keys of the in-app browsers (`in-app-browsers`) whose visitors see the exit, besides TikTok's column.
     */
    in_app_browsers: jsonb(),
    /** The number of archived e-mails that the page lists. Null for none. */
    past_emails: integer(),
    /** Colors, shape, picture, and caption of the page's QR codes. Null for plain ones. */
    qr_design: jsonb(),
    /** Plays in front of the background picture. */
    background_video_url: text(),
    /** The page's own style sheet as it was typed. Pages get what's allowed of it. */
    own_css: text(),
    /** The time since the profile has had its username. Null means since it was created. */
    username_since: isoTime(),
    /** The number of links. The links slice reports every change. */
    link_count: integer().notNull().default(0),
    /** The host of the page, once its own works. The domains slice reports every change. */
    domain: text(),
    /** The page that it’s a draft of. The page-versions slice decides what becomes of it. */
    draft_of: uuid(),
    /** Set while staff of the instance hide the page, and while they label it as adult content. */
    staff_hidden: jsonb().$type<StaffMark>(),
    staff_adult: jsonb().$type<StaffMark>(),
  },
  (table) => [
    uniqueIndex("client_profiles_username").on(table.username),
    index("client_profiles_user").on(table.user_id, table.created_at),
    searchIndex("client_profiles_text", profileText(table)),
    ...markIndexes("client_profiles", table),
    index("client_profiles_newest").on(table.created_at, table.id),
    searchIndex("client_profiles_bio", sql`${table.public_notes}`).where(
      sql`${table.public_notes} is not null`,
    ),
  ],
);

/** Finds what staff marked, and what a change of many did. Few rows are marked. */
export function markIndexes(
  name: string,
  { staff_hidden, staff_adult }: Record<`staff_${StaffMarkName}`, PgColumn>,
) {
  return Object.entries({ hidden: staff_hidden, adult: staff_adult }).map(([mark, column]) =>
    index(`${name}_staff_${mark}`).on(sql`(${column}->>'change')`).where(sql`${column} is not null`),
  );
}

/** The text by which staff find a page. */
export function profileText({
  name,
  display_name,
  username,
  domain,
}: Record<"name" | "display_name" | "username" | "domain", PgColumn>) {
  return sql`(${name} || chr(10) || coalesce(${display_name}, '') || chr(10) || ${username} || chr(10) || coalesce(${domain}, ''))`;
}

/** Old usernames. Until `kept_until` they redirect and nobody else can take them. */
export const oldUsernames = pgTable(
  "old_usernames",
  {
    username: text().primaryKey(),
    profile_id: uuid().notNull(),
    kept_until: isoTime().notNull(),
  },
  (table) => [index("old_usernames_profile").on(table.profile_id)],
);

/** Looks that people saved, to use on any of the account's pages. */
export const themes = pgTable(
  "themes",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    name: text().notNull(),
    theme: jsonb().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("themes_account").on(table.user_id)],
);

/**
 * Looks that staff offer to every account of the instance. They are copies that belong to the instance, so they
 * stay when the account that they came from is gone.
 */
export const galleryThemes = pgTable("gallery_themes", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  theme: jsonb().notNull(),
  created_at: isoTime().notNull(),
});

/**
 * A SQL check whether visitors see the page `p` of the account `u`: active, not deleted, not hidden by staff, and its
 * account not closed. Everything that shows a page, or any part of it, must use this.
 */
export const IS_SHOWN = `(p.status = 'active' and p.deleted_at is null and p.staff_hidden is null and not ${IS_CLOSED})`;

/** A SQL expression for the status that visitors see of a page that isn't deleted. */
export const SHOWN_STATUS = `case when ${IS_SHOWN} then 'active' else 'inactive' end`;

const shownAs = (kind: PicturePlace["kind"], column: PgColumn): PicturePlace => ({
  kind,
  shown: sql`select ${column} as path, ${clientProfiles.user_id} as account, ${clientProfiles.name} as name,
    ${clientProfiles.id}::text as profile_id, ${clientProfiles.deleted_at} is not null as is_deleted
    from ${clientProfiles} where ${column} is not null`,
});

export const PROFILE_PICTURES: readonly PicturePlace[] = [
  shownAs("profile", clientProfiles.profile_picture_url),
  shownAs("background", clientProfiles.background_image_url),
  shownAs("background", clientProfiles.background_video_url),
];
