import { sql } from "drizzle-orm";
import {
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CampaignMode } from "#src/features/email/campaigns/rules.ts";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import type { Theme } from "#src/features/email/templates/rules.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { TestFigures } from "./figures-contract.ts";
import type { Decider, Metric, Rollout, SampleKind, TestState } from "./rules.ts";
import type { StopReason } from "./statistics-rules.ts";

/** Tests of an e-mail's versions, of a campaign or of a step in a sequence. */
export const abTests = pgTable(
  "ab_tests",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    /** Null for a step, and once the campaign is gone. */
    campaign_id: uuid(),
    state: text().$type<TestState>().notNull().default("draft"),
    metric: text().$type<Metric>().notNull(),
    sample_kind: text().$type<SampleKind>().notNull(),
    sample_share: doublePrecision().notNull(),
    sample_number: integer(),
    holdout_share: doublePrecision().notNull(),
    collect_hours: integer().notNull(),
    /** A smaller difference isn't worth knowing. From 0 to 1. */
    min_effect: doublePrecision().notNull(),
    rollout: text().$type<Rollout>().notNull(),
    rollout_at: isoTime(),
    started_at: isoTime(),
    /** The latest time to decide. */
    decide_at: isoTime(),
    decided_at: isoTime(),
    decided_by: text().$type<Decider>(),
    /** The version for everyone else. */
    chosen: smallint(),
    rolled_out_at: isoTime(),
    split_alarmed_at: isoTime(),
    /** What was known as it was decided. */
    result: jsonb().$type<TestFigures>(),
    created_by: text(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex("ab_tests_campaign").on(table.user_id, table.campaign_id),
    index("ab_tests_newest").on(table.user_id, table.created_at, table.id),
    index("ab_tests_working").on(table.state).where(sql`${table.state} = 'collecting'`),
  ],
);

/** What each version says instead of the campaign. The first one says what the campaign does. */
export const abVariants = pgTable(
  "ab_variants",
  {
    user_id: text().notNull(),
    test_id: uuid().notNull(),
    position: smallint().notNull(),
    subject: text().notNull().default(""),
    preheader: text().notNull().default(""),
    from_name: text().notNull().default(""),
    /** Its own sending account. Null for the campaign's. */
    mailbox_id: uuid(),
    /** The address that it goes out from, as it was at the start, because the account may be gone later. */
    from_address: text().notNull().default(""),
    /** Which of the next three it says. Null for what the campaign says. */
    mode: text().$type<CampaignMode>(),
    template_id: uuid(),
    html: text().notNull().default(""),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    theme: jsonb().$type<Theme>(),
    delay_minutes: integer().notNull().default(0),
    stopped_at: isoTime(),
    stop_reason: text().$type<StopReason>(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.test_id, table.position] }),
    foreignKey({
      columns: [table.user_id, table.test_id],
      foreignColumns: [abTests.user_id, abTests.id],
    }).onDelete("cascade"),
  ],
);

/** Who was given which version. Null for those who are held out. */
export const abAssignments = pgTable(
  "ab_assignments",
  {
    user_id: text().notNull(),
    test_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    variant: smallint(),
    /** The batch whose ledger has the message, whatever became of it. */
    batch_id: uuid().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.test_id, table.contact_id] }),
    index("ab_assignments_contact").on(table.user_id, table.contact_id),
    foreignKey({
      columns: [table.user_id, table.test_id],
      foreignColumns: [abTests.user_id, abTests.id],
    }).onDelete("cascade"),
  ],
);
