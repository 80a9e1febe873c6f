import {
  bigint,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Check } from "./checks/checks-contract.ts";
import type { LastStates } from "./rules.ts";

/** What was last found about each domain that an account sends from. */
export const senderDomains = pgTable(
  "sender_domains",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    host: text().notNull(),
    checks: jsonb().$type<Check[]>().notNull(),
    /** Each check's state as people have been told. */
    known: jsonb().$type<LastStates>().notNull(),
    checked_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.host] })],
);

/** DMARC aggregate reports, by the day in the middle of what each is about. */
export const dmarcReports = pgTable(
  "dmarc_reports",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    host: text().notNull(),
    /** The receiver that wrote it, and its id there. */
    org: text().notNull(),
    external_id: text().notNull(),
    day: text().notNull(),
    /** The selectors that signed for the domain. */
    selectors: text().array().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique("dmarc_reports_once").on(table.user_id, table.host, table.org, table.external_id),
    index("dmarc_reports_day").on(table.user_id, table.day),
  ],
);

/** What a report says about each address that sent in the domain's name. */
export const dmarcSources = pgTable(
  "dmarc_sources",
  {
    user_id: text().notNull(),
    report_id: uuid().notNull(),
    source_ip: text().notNull(),
    messages: bigint({ mode: "number" }).notNull(),
    aligned: bigint({ mode: "number" }).notNull(),
    spf_aligned: bigint({ mode: "number" }).notNull(),
    dkim_aligned: bigint({ mode: "number" }).notNull(),
    stopped: bigint({ mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.report_id, table.source_ip] }),
    foreignKey({
      columns: [table.user_id, table.report_id],
      foreignColumns: [dmarcReports.user_id, dmarcReports.id],
    }).onDelete("cascade"),
  ],
);
