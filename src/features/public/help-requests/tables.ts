import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";
import { REQUEST_STATES } from "./rules.ts";

/** What somebody asked those who run the instance, signed in or not. */
export const helpRequests = pgTable(
  "help_requests",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    /** The person's own account. Null for whoever wasn't signed in, whatever address they typed. */
    account_id: text(),
    email: text().notNull(),
    /** The browser's, for e-mail to people without an account. */
    language: text().notNull(),
    subject: text().notNull(),
    /** Where it happened, as they typed it. Empty if they didn't say. */
    page_url: text().notNull(),
    state: text({ enum: REQUEST_STATES }).notNull().default("open"),
    /** The account had Premium when they last wrote. */
    is_premium: boolean().notNull(),
    assignee_id: text(),
    created_at: isoTime().notNull(),
    /** When it last began to wait for staff. */
    waiting_since: isoTime().notNull(),
    /** When somebody last wrote. */
    updated_at: isoTime().notNull(),
    closed_at: isoTime(),
  },
  (table) => [
    uniqueIndex("help_requests_number").on(table.number),
    index("help_requests_queue").on(table.state, table.is_premium, table.waiting_since),
    index("help_requests_updated").on(table.state, table.updated_at),
    index("help_requests_account").on(table.account_id),
    index("help_requests_email").on(table.email),
    searchIndex("help_requests_search", sql`(${table.email} || ' ' || ${table.subject})`),
  ],
);

const ofRequest = () =>
  uuid()
    .notNull()
    .references(() => helpRequests.id, { onDelete: "cascade" });

/** The exchange, which both sides read. */
export const helpMessages = pgTable(
  "help_messages",
  {
    id: uuid().primaryKey(),
    request_id: ofRequest(),
    /** The request's. */
    account_id: text(),
    is_answer: boolean().notNull(),
    /** The member of staff. */
    written_by: text(),
    text: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    index("help_messages_request").on(table.request_id, table.created_at),
    index("help_messages_account").on(table.account_id),
    searchIndex("help_messages_search", sql`${table.text}`),
  ],
);

/** What staff wrote for each other. In a table of its own, so that nothing that shows the exchange can show it. */
export const helpNotes = pgTable(
  "help_notes",
  {
    id: uuid().primaryKey(),
    request_id: ofRequest(),
    /** The request's. */
    account_id: text(),
    written_by: text(),
    text: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    index("help_notes_request").on(table.request_id, table.created_at),
    index("help_notes_account").on(table.account_id),
  ],
);
