import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { LegalName, Notice, Texts } from "./rules.ts";

/** What staff are writing, one for each legal text. */
export const legalDrafts = pgTable("legal_drafts", {
  name: text().$type<LegalName>().primaryKey(),
  texts: jsonb().$type<Texts>().notNull(),
  /** What changed, for the people it's about. */
  summary: jsonb().$type<Texts>().notNull(),
  updated_at: isoTime().notNull(),
  updated_by: text().references(() => user.id, { onDelete: "set null" }),
});

/** What staff published. A row never changes, apart from who has been told. */
export const legalVersions = pgTable(
  "legal_versions",
  {
    name: text().$type<LegalName>().notNull(),
    /** From 1 on. */
    number: integer().notNull(),
    texts: jsonb().$type<Texts>().notNull(),
    summary: jsonb().$type<Texts>().notNull(),
    notice: text().$type<Notice>().notNull(),
    effective_at: isoTime().notNull(),
    published_at: isoTime().notNull(),
    published_by: text().references(() => user.id, { onDelete: "set null" }),
    /** The last account that has been told. */
    told_until: text().notNull().default(""),
    /** Null while there are people to tell. */
    told_at: isoTime(),
  },
  (table) => [primaryKey({ columns: [table.name, table.number] })],
);

/** Who agreed to which version, and when. */
export const legalConsents = pgTable(
  "legal_consents",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text().$type<LegalName>().notNull(),
    /** 0 is the text that came with Fanfare. */
    version: integer().notNull(),
    /** The date of that text, which tells built-in ones apart. */
    dated: text().notNull(),
    /** By signing up, or because we asked. */
    how: text({ enum: ["sign_up", "asked"] }).notNull(),
    agreed_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.name, table.version] }),
    index("legal_consents_version").on(table.name, table.version),
  ],
);
