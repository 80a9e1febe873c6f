import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Definition } from "./definition-rules.ts";
import type { EnrollmentState, SequenceState, StepOutcome } from "./rules.ts";

/** Tests of e-mail, by step: the A/B test’s id, and what each of its versions says, frozen. */
export type VersionTests = Readonly<Record<string, { id: string; variants: Snapshot[] }>>;

/** What happens by itself to each fan who gets in: e-mail, waits, and changes, one after another. */
export const sequences = pgTable(
  "sequences",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<SequenceState>().notNull().default("draft"),
    /** Explains the state, where it isn't obvious. */
    state_reason: text().notNull().default(""),
    state_at: isoTime().notNull(),
    /** What's being written: the next version. */
    draft: jsonb().$type<Definition>().notNull(),
    /** The version for everyone who gets in now. Null before the first one. */
    version: integer(),
    created_by: text(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("sequences_active").on(table.user_id).where(sql`${table.state} = 'active'`),
  ],
);

/** Published versions, which never change. Whoever is inside of one finishes it, or is moved by a person. */
export const sequenceVersions = pgTable(
  "sequence_versions",
  {
    user_id: text().notNull(),
    sequence_id: uuid().notNull(),
    version: integer().notNull(),
    definition: jsonb().$type<Definition>().notNull(),
    /** The content of its e-mail, frozen, by step. */
    snapshots: jsonb().$type<Record<string, Snapshot>>().notNull(),
    tests: jsonb().$type<VersionTests>().notNull().default({}),
    published_at: isoTime().notNull(),
    published_by: text(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.sequence_id, table.version] })],
);

/** A fan's way through a sequence. */
export const enrollments = pgTable(
  "enrollments",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    sequence_id: uuid().notNull(),
    version: integer().notNull(),
    contact_id: uuid().notNull(),
    /** What let them in, such as an event's id, so that it lets them in once. */
    source: text().notNull(),
    state: text().$type<EnrollmentState>().notNull().default("active"),
    /** Why they left, or why their e-mail is held back. */
    reason: text(),
    /** The step that's next or, in a wait, the wait. Null at the end. */
    step_id: text(),
    /** When to look at them again. */
    due_at: isoTime().notNull(),
    /** When they came to the step. */
    step_at: isoTime().notNull(),
    /** How many steps they've taken. */
    steps: integer().notNull().default(0),
    /** True if their next e-mail is left out, because it was due while the sequence was paused. */
    is_skipping: boolean().notNull().default(false),
    entered_at: isoTime().notNull(),
    ended_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    uniqueIndex("enrollments_inside")
      .on(table.user_id, table.sequence_id, table.contact_id)
      .where(sql`${table.ended_at} is null`),
    uniqueIndex("enrollments_source").on(table.user_id, table.sequence_id, table.contact_id, table.source),
    index("enrollments_contact").on(table.user_id, table.contact_id),
    index("enrollments_due")
      .on(table.user_id, table.sequence_id, table.due_at)
      .where(sql`${table.ended_at} is null`),
    index("enrollments_entered").on(table.user_id, table.sequence_id, table.entered_at, table.id),
  ],
);

/** The steps that fans have taken. */
export const enrollmentSteps = pgTable(
  "enrollment_steps",
  {
    user_id: text().notNull(),
    enrollment_id: uuid().notNull(),
    /** 1 for the first step that they took. */
    number: integer().notNull(),
    sequence_id: uuid().notNull(),
    version: integer().notNull(),
    contact_id: uuid().notNull(),
    step_id: text().notNull(),
    outcome: text().$type<StepOutcome>().notNull(),
    /** The part of a split, counted from 0. */
    part: integer(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.enrollment_id, table.number] }),
    index("enrollment_steps_step").on(table.user_id, table.sequence_id, table.version, table.step_id),
    index("enrollment_steps_contact").on(table.user_id, table.contact_id, table.at),
  ],
);

/** The batches that a version's e-mail goes out in. Whoever comes to a step again gets it from another batch. */
export const sequenceBatches = pgTable(
  "sequence_batches",
  {
    user_id: text().notNull(),
    sequence_id: uuid().notNull(),
    version: integer().notNull(),
    step_id: text().notNull(),
    /** 0 for people who come to the step for the first time. */
    visit: integer().notNull(),
    batch_id: uuid().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.sequence_id, table.version, table.step_id, table.visit] }),
    uniqueIndex("sequence_batches_batch").on(table.user_id, table.batch_id),
  ],
);

/** Who meets the condition of a trigger by tag or stage, so that only coming to meet it lets somebody in. */
export const triggerMatches = pgTable(
  "trigger_matches",
  {
    user_id: text().notNull(),
    sequence_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    /** The trigger: `tag vip`, or `stage` and its id. */
    trigger: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.sequence_id, table.trigger, table.contact_id] }),
    index("trigger_matches_contact").on(table.user_id, table.contact_id),
  ],
);
