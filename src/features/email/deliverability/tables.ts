import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { Security } from "#src/features/email/sending-accounts/rules.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Check } from "./checks/checks-contract.ts";
import type { LastStates } from "./rules.ts";
import type { SeedState } from "./seeds/seeds-rules.ts";

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

/** Inboxes of the account's own at receivers, into which seed tests look. */
export const seedAddresses = pgTable(
  "seed_addresses",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    address: text().notNull(),
    host: text().notNull(),
    port: integer().notNull(),
    security: text().$type<Security>().notNull(),
    username: text().notNull(),
    /** The password, encrypted (`platform/crypto/vault.ts`). */
    secret: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    unique("seed_addresses_once").on(table.user_id, table.address),
  ],
);

/** What was sent to all seed addresses at once. */
export const seedTests = pgTable(
  "seed_tests",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: uuid().notNull(),
    mailbox_id: uuid().notNull(),
    from_address: text().notNull(),
    /** What its e-mail is found by. Nobody can guess it. */
    token: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("seed_tests_newest").on(table.user_id, table.created_at),
  ],
);

/** Where a test's e-mail to one seed address was. The address stays when the seed is removed. */
export const seedResults = pgTable(
  "seed_results",
  {
    user_id: text().notNull(),
    test_id: uuid().notNull(),
    seed_id: uuid().notNull(),
    address: text().notNull(),
    state: text().$type<SeedState>().notNull(),
    words: text().notNull().default(""),
    sent_at: isoTime(),
    looked_at: isoTime(),
    ended_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.test_id, table.seed_id] }),
    foreignKey({
      columns: [table.user_id, table.test_id],
      foreignColumns: [seedTests.user_id, seedTests.id],
    }).onDelete("cascade"),
    index("seed_results_sought").on(table.looked_at).where(sql`${table.state} = 'sent'`),
  ],
);
