import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { PicturePlace } from "#src/features/pages/media/tables.ts";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import type { Block, TemplateParts } from "./blocks/blocks-contract.ts";
import type { Attachment, Mode, Theme } from "./rules.ts";

export const templates = pgTable(
  "templates",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** Empty if it's in no folder. */
    folder: text().notNull().default(""),
    subject: text().notNull().default(""),
    preheader: text().notNull().default(""),
    mode: text().$type<Mode>().notNull(),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    source: text().notNull().default(""),
    /** The plain text. Empty: generated from the rest. */
    text: text().notNull().default(""),
    theme: jsonb().$type<Theme>().notNull(),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
    /** The person who is editing it, which locks it, and the end of the lock without a heartbeat. */
    editor_id: text(),
    editor_until: isoTime(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

export const templateVersions = pgTable(
  "template_versions",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    template_id: uuid().notNull(),
    content: jsonb().$type<TemplateParts>().notNull(),
    /** The person who replaced it. Null for an API key. */
    made_by: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("template_versions_newest").on(table.user_id, table.template_id, table.created_at),
  ],
);

export const snippets = pgTable(
  "snippets",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    blocks: jsonb().$type<Block[]>().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** The sender of an account's e-mail, with the legally required postal address. */
export const mailSenders = pgTable(
  "mail_senders",
  {
    user_id: text().notNull(),
    name: text().notNull(),
    postal_address: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id] })],
);

/** Pictures uploaded for e-mail. They're never deleted, because sent e-mail shows them for years. */
export const mailPictures = pgTable(
  "mail_pictures",
  {
    user_id: text().notNull(),
    path: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.path] })],
);

/** Uploaded attachments. They're in the database, so that every node and every backup has them. */
export const mailFiles = pgTable(
  "mail_files",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    bytes: integer().notNull(),
    /** SHA-256, in hex. */
    hash: text().notNull(),
    content: bytes().notNull(),
    created_at: isoTime().notNull(),
    /** The time of the last upload or use. */
    used_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

export const MAIL_PICTURES: readonly PicturePlace[] = [
  {
    kind: "mail",
    shown: sql`select ${mailPictures.path} as path, ${mailPictures.user_id} as account, ''::text as name,
      null::text as profile_id, false as is_deleted from ${mailPictures}`,
  },
];
