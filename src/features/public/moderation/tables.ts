import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import {
  APPEAL_OUTCOMES,
  CASE_STATES,
  type CaseDecision,
  DECISIONS,
  type Effect,
  GROUNDS,
} from "./cases/case-rules.ts";
import { SIGNAL_KINDS } from "./signal-rules.ts";
import { TEMPLATE_KINDS, type TemplateTexts } from "./templates/template-rules.ts";

/**
 * What staff have to decide about a page, however often it was reported. Those that are open or wait for the owner
 * take in its further reports.
 */
export const moderationCases = pgTable(
  "moderation_cases",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    /** The page as the first reporter named it. Profile and owner are set if it existed. */
    username: text().notNull(),
    profile_id: uuid(),
    owner_id: text(),
    state: text({ enum: CASE_STATES }).notNull().default("open"),
    /** A child or someone's life may be in danger. */
    is_urgent: boolean().notNull(),
    /** None if only signals opened it. */
    reports: integer().notNull().default(1),
    /** Further ones that weren't kept, as there were so many that day. */
    refused: integer().notNull().default(0),
    created_at: isoTime().notNull(),
    reported_at: isoTime().notNull(),
    assignee_id: text(),
    /** What the owner was asked and answered. */
    question: text(),
    asked_at: isoTime(),
    answer: text(),
    answered_at: isoTime(),
    decision: text({ enum: DECISIONS }),
    decided_at: isoTime(),
    decided_by: text(),
    ground: text({ enum: GROUNDS }),
    /** The facts of the statement of reasons, which the owner reads. */
    facts: text(),
    /** Why a colleague declined the ban that was proposed last, and empty if nobody decided about it in time. */
    ban_declined: text(),
    /** What the decision changed, and so what an appeal gives back. */
    effects: jsonb().$type<Effect[]>().notNull().default([]),
    /** What the owner wrote against the decision, and what became of it. */
    appeal: text(),
    appealed_at: isoTime(),
    appeal_outcome: text({ enum: APPEAL_OUTCOMES }),
    appeal_reason: text(),
    appeal_decided_at: isoTime(),
    appeal_decided_by: text(),
  },
  (table) => [
    uniqueIndex("moderation_cases_number").on(table.number),
    uniqueIndex("moderation_cases_open")
      .on(table.username)
      .where(sql`${table.state} in ('open', 'waiting', 'approval')`),
    index("moderation_cases_queue").on(table.state, table.is_urgent, table.created_at),
    index("moderation_cases_profile").on(table.profile_id),
    index("moderation_cases_owner").on(table.owner_id),
    index("moderation_cases_username").on(table.username),
  ],
);

/** Visitors' reports about pages, each part of a case. */
export const pageReports = pgTable(
  "page_reports",
  {
    id: uuid().primaryKey(),
    number: text().notNull(),
    /** The name as the reporter typed it. The profile is set if it exists. */
    username: text().notNull(),
    profile_id: uuid(),
    reason: text().notNull(),
    details: text().notNull(),
    /** Only from reporters who want a reply. */
    reporter_email: text(),
    /** What their browser asked for, of the languages that we e-mail in. */
    language: text(),
    case_id: uuid(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("page_reports_number").on(table.number),
    index("page_reports_case").on(table.case_id, table.created_at),
  ],
);

/** What the instance noticed by itself about a case's page. */
export const caseSignals = pgTable(
  "case_signals",
  {
    case_id: uuid().notNull(),
    signal: text({ enum: SIGNAL_KINDS }).notNull(),
    /** A sentence. Empty once the page is gone. */
    why: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.case_id, table.signal] }),
    index("case_signals_time").on(table.created_at),
  ],
);

/** How many reports came in by day, of those that were deleted with their pages or weren't kept. The transparency report has them, too. */
export const purgedReports = pgTable(
  "purged_reports",
  {
    day: date().notNull(),
    reason: text().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.reason] })],
);

/** Texts that staff keep for statements of reasons and for answers. One with the id of a built-in text is instead of it. */
export const replyTemplates = pgTable("reply_templates", {
  id: uuid().primaryKey(),
  kind: text({ enum: TEMPLATE_KINDS }).notNull(),
  name: text().notNull(),
  texts: jsonb().$type<TemplateTexts>().notNull(),
  /** Which decisions it's offered for. None: all of them. */
  decisions: jsonb().$type<CaseDecision[]>().notNull(),
  /** Which reports it comes first for. */
  reasons: jsonb().$type<string[]>().notNull(),
  /** Counts the changes, so that of two who edit it the second hears of the first. */
  version: integer().notNull(),
  updated_by: text().references(() => user.id, { onDelete: "set null" }),
  updated_at: isoTime().notNull(),
});
