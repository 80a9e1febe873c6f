import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";
import type { DayPosition } from "./dates.ts";
import type { ImportCounts, ImportMode, ImportState, Target } from "./rules.ts";

/** A column of an import's file: its header, its first cells, and its content. */
export interface ImportColumn {
  header: string;
  sample: string[];
  target: Target | null;
  /** Set for a part of another column's JSON. */
  part?: { column: number; key: string } | undefined;
  /** The position of the day in its dates, according to the check. */
  day_place?: DayPosition | undefined;
  /** The zone of its dates without one. */
  zone?: string | undefined;
}

/** CSV files that become contacts. */
export const imports = pgTable(
  "imports",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    file_name: text().notNull(),
    bytes: integer().notNull(),
    received: integer().notNull(),
    state: text().$type<ImportState>().notNull(),
    /** As `TextDecoder` names it. Known once everything has arrived. */
    encoding: text().notNull().default("utf-8"),
    /** Set if it was guessed from the letters. */
    is_encoding_guessed: boolean().notNull().default(false),
    /** The first lines with letters beyond ASCII, undecoded. */
    letters: bytes().notNull().default(sql`''::bytea`),
    delimiter: text().notNull().default(","),
    /** Rows before the header, such as titles. */
    rows_before: integer().notNull().default(0),
    /** False if the first row is already a person. */
    has_header: boolean().notNull().default(true),
    columns: jsonb().$type<ImportColumn[]>().notNull().default([]),
    mode: text().$type<ImportMode>().notNull().default("update"),
    /** Given to everyone in the file. */
    tags: text().array().notNull().default([]),
    /** Set if people whom the file calls unsubscribed, bounced, or complaining are suppressed here, too. */
    suppresses: boolean().notNull().default(false),
    /** Set if it starts sequences, as if its people had got their tags and stages one by one. */
    starts_sequences: boolean().notNull().default(false),
    /** The importing person's statement about these people's consent, and its time. */
    consent_text: text(),
    attested_at: isoTime(),
    attested_by: text(),
    counts: jsonb().$type<ImportCounts>().notNull(),
    expected: jsonb().$type<ImportCounts>(),
    /** Rows processed in the current pass. */
    rows_done: integer().notNull().default(0),
    problems: integer().notNull().default(0),
    failure: text(),
    created_at: isoTime().notNull(),
    ended_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("imports_newest").on(table.user_id, table.created_at),
    index("imports_ended").on(table.ended_at).where(sql`${table.ended_at} is not null`),
  ],
);

/** The parts of a file, by offset. Deleted when the import ends. */
export const importParts = pgTable(
  "import_parts",
  {
    user_id: text().notNull(),
    import_id: uuid().notNull(),
    start: integer().notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.import_id, table.start] })],
);

/** Rows that were left out, or weren't imported completely. */
export const importProblems = pgTable(
  "import_problems",
  {
    user_id: text().notNull(),
    import_id: uuid().notNull(),
    row: integer().notNull(),
    problem: text().notNull(),
    is_left_out: boolean().notNull(),
    /** The beginning of the row, so that its owner can find and fix it. */
    content: text().notNull(),
    /** The hash of the row's address, if it has one, so that it's deleted when its owner is erased. */
    email_hash: text(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.import_id, table.row] }),
    index("import_problems_hash").on(table.user_id, table.email_hash),
  ],
);

/** An import's changes, for undoing them. `before` is null for contacts it added. */
export const importChanges = pgTable(
  "import_changes",
  {
    user_id: text().notNull(),
    import_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    /** The contact's `updated_at` right after the import: contacts that changed since stay as they are. */
    changed_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.import_id, table.contact_id] }),
    index("import_changes_contact").on(table.user_id, table.contact_id),
  ],
);
