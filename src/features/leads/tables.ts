import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Who left an address on a page (spec §3, Lead), with the proof of what they agreed to. */
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
    /** The disclaimer that stood under the form, word by word, and its short hash. */
    consent_text: text().notNull(),
    consent_version: text().notNull(),
    consented_at: isoTime().notNull(),
    created_at: isoTime().notNull(),
    /** When they were last e-mailed the download; null where there was none. */
    download_sent_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    uniqueIndex("fan_leads_email").on(table.profile_id, table.email),
    index("fan_leads_account").on(table.user_id, table.created_at),
  ],
);
