import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import { searchIndex } from "#src/platform/db/list.ts";

/** What leads are searched in. Phone numbers are found as written and by their digits. */
export function leadText({ name, email, phone }: Record<"name" | "email" | "phone", SQLWrapper>): SQL {
  return sql`(${name} || chr(10) || ${email} || chr(10) || coalesce(${phone}, '') || chr(10) || regexp_replace(coalesce(${phone}, ''), '[^0-9]', '', 'g'))`;
}

/** People who left an address on a page (spec §3, Lead), with proof of what they agreed to. */
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
    /** Whose sign-up it is. */
    contact_id: uuid(),
    /** When the download was last e-mailed to them, or null if there was none. */
    download_sent_at: isoTime(),
    /** The visit in which they signed up, as clicks and views have it. Null without JavaScript. */
    session_id: text(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    uniqueIndex("fan_leads_email").on(table.profile_id, table.email),
    index("fan_leads_account").on(table.user_id, table.created_at, table.id),
    index("fan_leads_profile").on(table.profile_id, table.created_at, table.id),
    index("fan_leads_contact").on(table.user_id, table.contact_id),
    index("fan_leads_picked").on(table.user_id, table.id),
    index("fan_leads_name").on(table.user_id, sql`lower(${table.name})`, table.id),
    index("fan_leads_account_email").on(table.user_id, table.email),
    searchIndex("fan_leads_text", leadText(table)),
  ],
);
