import { type SQL, sql } from "drizzle-orm";
import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import type { PictureUse } from "./library-contract.ts";
import type { MediaType, Purpose } from "./rules.ts";

/** Pictures as they're served, and the videos behind pages. */
export const media = pgTable(
  "media",
  {
    id: uuid().primaryKey(),
    user_id: text().notNull(),
    content_type: text().$type<MediaType>().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    /** `#rrggbb`, for pictures with text on them; null for others. */
    darkest: text(),
    lightest: text(),
    /** The person or key that uploaded it. Null for copies of what's elsewhere, and older ones. */
    uploaded_by: text(),
    /** What it's made for: a place on a page, `mail`, `video`, or `own`, a person's. Null for older ones. */
    purpose: text().$type<Purpose | "video" | "own">(),
    /** Of the uploaded file, without its ending. */
    name: text().notNull().default(""),
    /** What's in the picture, for people who can't see it. */
    alt_text: text().notNull().default(""),
    /** A CSS position: what stays visible where the picture is cut off. Null for the center. */
    focus: text(),
    /** Of the uploaded file and what was made of it, so that it's kept once. Null for what wasn't uploaded. */
    hash: text(),
    /** The picture itself, or null if it's an object in S3 of `object_bytes`. */
    content: bytes(),
    object_bytes: integer(),
    created_at: isoTime().notNull(),
    /** The last time that the daily job saw it in use, or that something was about to show it. */
    used_at: isoTime().notNull().default(sql`now()`),
  },
  (table) => [
    index("media_account").on(table.user_id),
    uniqueIndex("media_original").on(table.user_id, table.hash),
  ],
);

/**
 * Everything that may be in S3. It's written before the object and deleted after it, so that whatever happens
 * in between, no object is forgotten, and none is touched that isn't ours.
 */
export const mediaObjects = pgTable("media_objects", {
  id: uuid().primaryKey(),
  created_at: isoTime().notNull(),
});

export interface PicturePlace {
  kind: PictureUse["kind"];
  /**
   * A query for `path`, the `account` it's in (null for the instance), a `name` that people know it by, the page's
   * `profile_id`, and `is_deleted` for what's in the trash.
   */
  shown: SQL;
}

/** People's own pictures, and the logo. */
export const MEDIA_PLACES: readonly PicturePlace[] = [
  {
    kind: "person",
    shown: sql`select u.image as path, u.id as account, u.name as name, null::text as profile_id, false as is_deleted
      from users u where u.image is not null`,
  },
  {
    kind: "instance",
    shown: sql`select s.value as path, null::text as account, ''::text as name, null::text as profile_id,
      false as is_deleted from settings s where s.value like '/media/%'`,
  },
];
