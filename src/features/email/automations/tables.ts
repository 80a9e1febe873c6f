import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Definition, TriggerType } from "./definition-rules.ts";
import type { ActionOutcome, AutomationState, RunState, SkipReason } from "./rules.ts";

/** What's done by itself when something happens. Screens call it a rule. */
export const automations = pgTable(
  "automations",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<AutomationState>().notNull().default("draft"),
    /** Explains the state, where it isn't obvious. */
    state_reason: text().notNull().default(""),
    state_at: isoTime().notNull(),
    /** What's being written: the next version. */
    draft: jsonb().$type<Definition>().notNull(),
    /** The version that runs. Null before the first one. */
    version: integer(),
    /** What its version's triggers are about while it's active, for the database's triggers (`watchedBy`). Empty otherwise. */
    watched: text().array().notNull().default([]),
    /** What its webhooks are signed with, sealed. */
    secret: text(),
    /** The last day in UTC on which it ran, and how often it did. */
    budget_day: text().notNull().default(""),
    budget_used: integer().notNull().default(0),
    /** Until when its schedule was looked at. */
    scheduled_until: isoTime(),
    created_by: text(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("automations_active").on(table.user_id).where(sql`${table.state} = 'active'`),
    // Most instances have none, so that views and clicks cost nothing.
    index("automations_of_visits")
      .on(table.user_id)
      .where(sql`${table.watched} && '{page_opened,link_clicked}'::text[]`),
  ],
);

/** Published versions, which never change. A run finishes the version that it began with. */
export const automationVersions = pgTable(
  "automation_versions",
  {
    user_id: text().notNull(),
    automation_id: uuid().notNull(),
    version: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    /** The content of its e-mail, frozen, by action. */
    snapshots: jsonb().$type<Record<string, Snapshot>>().notNull(),
    published_at: isoTime().notNull(),
    published_by: text(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.automation_id, table.version] })],
);

/** What happened to fans and some rule asks about, until it's looked at. The database's triggers write it. */
export const automationEvents = pgTable(
  "automation_events",
  {
    user_id: text().notNull(),
    id: bigint({ mode: "number" }).generatedAlwaysAsIdentity(),
    type: text().$type<TriggerType>().notNull(),
    contact_id: uuid(),
    /** What it is, so that it starts a rule once, even if it's written twice. */
    source: text().notNull(),
    facts: jsonb().$type<Facts>().notNull(),
    at: isoTime().notNull(),
    /** The run that caused it, if one did. */
    cause_id: uuid(),
    /** True if it came of the process’s own work, which a run may have caused before. */
    is_by_system: boolean().notNull().default(false),
    /** How often it couldn't be looked at. After a few times, it's left alone. */
    tries: smallint().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("automation_events_tried").on(table.user_id, table.id).where(sql`${table.tries} > 0`),
  ],
);

export type Facts = Record<string, string | number>;

/** What became of one action of a run. */
export interface ActionResult {
  action_id: string;
  outcome: ActionOutcome;
  /** Why it failed, or what a server answered. Empty otherwise. */
  reason: string;
  at: string;
}

/** Each time that something started a rule, or would have. Kept for 30 days. */
export const automationRuns = pgTable(
  "automation_runs",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    automation_id: uuid().notNull(),
    version: integer().notNull(),
    /** Null for a schedule that's about nobody in particular. */
    contact_id: uuid(),
    /** The event's. */
    type: text().$type<TriggerType>().notNull(),
    source: text().notNull(),
    facts: jsonb().$type<Facts>().notNull(),
    /** How many rules had triggered each other before it, and the run that caused it. */
    depth: smallint().notNull().default(0),
    cause_id: uuid(),
    state: text().$type<RunState>().notNull().default("active"),
    /** Why it didn't run. */
    skip_reason: text().$type<SkipReason>(),
    /** The path of the first test in the condition that they don't meet. */
    failed_test: jsonb().$type<readonly number[]>(),
    /** The number of the action that's next, or waits, counted from 0. */
    step: integer().notNull().default(0),
    results: jsonb().$type<ActionResult[]>().notNull().default([]),
    /** How often the next action went wrong in a way that nobody expected. */
    tries: smallint().notNull().default(0),
    /** When to go on. */
    due_at: isoTime().notNull(),
    /** When it came to the action that's next. */
    step_at: isoTime().notNull(),
    event_at: isoTime().notNull(),
    /** When the first action was done. */
    acted_at: isoTime(),
    created_at: isoTime().notNull(),
    ended_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex("automation_runs_source").on(
      table.user_id,
      table.automation_id,
      sql`coalesce(${table.contact_id}::text, '')`,
      table.source,
    ),
    index("automation_runs_newest").on(table.user_id, table.automation_id, table.created_at, table.id),
    index("automation_runs_contact").on(table.user_id, table.contact_id, table.created_at),
    index("automation_runs_due")
      .on(table.user_id, table.automation_id, table.due_at)
      .where(sql`${table.ended_at} is null`),
    // Few fail, and people look for them.
    index("automation_runs_failed")
      .on(table.user_id, table.automation_id, table.created_at, table.id)
      .where(sql`${table.state} = 'failed'`),
    index("automation_runs_age").on(table.created_at),
  ],
);

/** The batches that a version's e-mail goes out in. Whoever gets it again gets it from another batch. */
export const automationBatches = pgTable(
  "automation_batches",
  {
    user_id: text().notNull(),
    automation_id: uuid().notNull(),
    version: integer().notNull(),
    action_id: text().notNull(),
    /** 0 for people who get it for the first time. */
    visit: integer().notNull(),
    batch_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({
      // Derived from its columns, the name would be longer than the database allows.
      name: "automation_batches_pk",
      columns: [table.user_id, table.automation_id, table.version, table.action_id, table.visit],
    }),
    uniqueIndex("automation_batches_batch").on(table.user_id, table.batch_id),
  ],
);

/** Who has done nothing for as long as a rule asks about, so that only becoming inactive starts it. */
export const automationMatches = pgTable(
  "automation_matches",
  {
    user_id: text().notNull(),
    automation_id: uuid().notNull(),
    contact_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.automation_id, table.contact_id] }),
    index("automation_matches_contact").on(table.user_id, table.contact_id),
  ],
);
