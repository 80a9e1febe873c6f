import { type SQL, sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** People who left an address on a page (spec §3, Lead), with proof of their consents. */
export const fanLeads = pgTable(
  "fan_leads",
  {
    id: uuid().notNull(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    name: text().notNull(),
    /** Trimmed and lowercased (spec §5). */
    email: text().notNull(),
    phone: text(),
    lead_source: text().notNull(),
    country: text().notNull().default("UNKNOWN"),
    referrer_host: text().notNull().default(""),
    /** The exact disclaimer shown under the form, and its short hash. */
    consent_text: text().notNull(),
    consent_version: text().notNull(),
    consented_at: isoTime().notNull(),
    created_at: isoTime().notNull(),
    contact_id: uuid(),
    /** The time when the download was last e-mailed to them, or null if there was none. */
    download_sent_at: isoTime(),
    /** The visit in which they signed up, with the id of its clicks and views. Null without JavaScript. */
    session_id: text(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    uniqueIndex("fan_leads_email").on(table.profile_id, table.email),
    // Rows arrive in chronological order, so a block range index finds the newest and costs writers next to nothing.
    index("fan_leads_time").using("brin", table.created_at),
    index("fan_leads_account").on(table.user_id, table.created_at, table.id),
    index("fan_leads_profile").on(table.profile_id, table.created_at, table.id),
    index("fan_leads_contact").on(table.user_id, table.contact_id),
    index("fan_leads_picked").on(table.user_id, table.id),
  ],
);

/** SQL that gives a lead the contact that another account has of the same person. */
export function sameContactIn(account: string): SQL {
  return sql`contact_id = (select c.id from contacts c where c.user_id = ${account} and c.email = ${fanLeads.email})`;
}
