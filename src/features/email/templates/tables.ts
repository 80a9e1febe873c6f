import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import type { Block, TemplateParts } from "./blocks-contract.ts";
import type { Attachment, Mode, Theme } from "./rules.ts";

/** E-mails as they're written. */
export const templates = pgTable(
  "templates",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** Empty: in none. */
    folder: text().notNull().default(""),
    subject: text().notNull().default(""),
    preheader: text().notNull().default(""),
    mode: text().$type<Mode>().notNull(),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    /** What's written in HTML or Markdown. */
    source: text().notNull().default(""),
    /** The plain text. Empty: made from the rest. */
    text: text().notNull().default(""),
    theme: jsonb().$type<Theme>().notNull(),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
    /** Who is editing it, for which it’s locked, and until when that holds without another word. */
    editor_id: text(),
    editor_until: isoTime(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** What a template was before it was saved again. */
export const templateVersions = pgTable(
  "template_versions",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    template_id: uuid().notNull(),
    content: jsonb().$type<TemplateParts>().notNull(),
    /** Who replaced it. Null for a program. */
    made_by: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("template_versions_newest").on(table.user_id, table.template_id, table.created_at),
  ],
);

/** Blocks to use again. */
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

/** Who an account's e-mail is from: the law wants to see a postal address. */
export const mailSenders = pgTable(
  "mail_senders",
  {
    user_id: text().notNull(),
    name: text().notNull(),
    postal_address: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id] })],
);

/** Pictures uploaded for e-mail. They stay, because e-mail that was sent shows them for years. */
export const mailPictures = pgTable(
  "mail_pictures",
  {
    user_id: text().notNull(),
    path: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.path] })],
);

/** Files uploaded to go along with e-mail. They're in the database, so that every node and every backup has them. */
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
    /** When it was last uploaded or sent. */
    used_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);
