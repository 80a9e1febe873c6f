import { sql } from "drizzle-orm";
import {
  bigint,
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
import type { Permission } from "#src/lib/access.ts";
import { BLOCK_KINDS } from "#src/lib/block-kinds.ts";
import type { EventActor } from "#src/lib/event.ts";
import { isoTime } from "./db/columns.ts";
import { searchIndex } from "./db/list.ts";
import type { MailState } from "./mail/mail-types.ts";

/** Counters of `limits.ts`, with the columns that rate-limiter-flexible expects. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  /** In milliseconds since 1970. */
  expire: bigint("expire", { mode: "number" }),
});

/** The founder's settings for the whole instance, by setting name. */
export const settings = pgTable("settings", {
  name: text().primaryKey(),
  value: text().notNull(),
  updated_at: isoTime().notNull(),
});

/** What staff keep out of the instance, and what they let in in spite of that. */
export const instanceBlocks = pgTable(
  "instance_blocks",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: BLOCK_KINDS }).notNull(),
    effect: text({ enum: ["block", "allow"] }).notNull(),
    /** A network (`203.0.113.0/24`), part of a user agent with `*` for anything, or a domain. */
    value: text().notNull(),
    reason: text().notNull(),
    /** Null for good. */
    ends_at: isoTime(),
    created_by: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [uniqueIndex("instance_blocks_value").on(table.kind, table.value)],
);

/** Who has a part of the product that staff can switch off (`features.ts`). Without a row, everyone has it. */
export const featureSwitches = pgTable("feature_switches", {
  feature: text().primaryKey(),
  /** Of all accounts, in percent. */
  share: integer().notNull(),
  /** Null leaves the plan to the share. */
  free: boolean(),
  premium: boolean(),
  /** Grows with every change, so that nobody overwrites what they haven't seen. */
  version: integer().notNull(),
  changed_by: text(),
  changed_at: isoTime().notNull(),
  reason: text().notNull(),
});

/** Single accounts that have a part of the product, or don't, whatever else is said. */
export const featureAccounts = pgTable(
  "feature_accounts",
  {
    feature: text().notNull(),
    account: text().notNull(),
    is_on: boolean().notNull(),
    reason: text().notNull(),
    changed_by: text(),
    changed_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.feature, table.account] }),
    index("feature_accounts_account").on(table.account),
  ],
);

/** Values that the instance creates once, such as the secret that signs sessions when SECRET isn't set. */
export const instanceValues = pgTable("instance_values", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  created_at: isoTime().notNull(),
});

/** Rows deleted by a bulk action, for as long as it can be undone (`db/undo.ts`). */
export const removedRows = pgTable(
  "removed_rows",
  {
    undo_id: uuid().notNull(),
    account: text().notNull(),
    table_name: text().notNull(),
    removed_at: isoTime().notNull(),
    fields: jsonb().notNull(),
  },
  (table) => [
    index("removed_rows_undo").on(table.account, table.undo_id),
    index("removed_rows_age").on(table.table_name, table.removed_at),
  ],
);

/** Past events (`events/`). The account comes first, so that Citus can distribute the rows by it. */
export const events = pgTable(
  "events",
  {
    id: uuid().notNull(),
    account: text().notNull(),
    name: text().notNull(),
    actor: jsonb().$type<EventActor>().notNull(),
    subject: text().notNull(),
    time: isoTime().notNull(),
    payload: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.id] }),
    // Rows arrive in chronological order, so a block range index finds the oldest ones and costs writers next
    // to nothing.
    index("events_time").using("brin", table.time),
    // Staff read the events of all accounts: everything, by one actor, about one thing, or of one kind.
    index("events_id").on(table.id),
    index("events_actor")
      .on(sql`(${table.actor}->>'id')`, table.id)
      .where(sql`${table.actor}->>'id' is not null`),
    index("events_subject").on(table.subject, table.id),
    index("events_name").on(table.name, table.id),
    index("events_by_few")
      .on(sql`(${table.actor}->>'type')`, table.id)
      .where(sql`${table.actor}->>'type' in ('staff', 'api-key')`),
  ],
);

/**
 * A hash chain over the events (`events/event-chain.ts`). The digests and hashes take a key, so they tell nothing about
 * events that are gone.
 */
export const eventSeals = pgTable(
  "event_seals",
  {
    /** Without gaps. */
    position: bigint({ mode: "number" }).primaryKey(),
    /** An event, or what was changed in it later, for a reason that the product has: somebody's data was erased. */
    kind: text({ enum: ["event", "change"] }).notNull(),
    event_id: uuid().notNull(),
    /** Of the event's content. Null if it was erased. */
    digest: text(),
    /** Of all this, and of the hash before. */
    hash: text().notNull(),
  },
  (table) => [index("event_seals_event").on(table.event_id)],
);

/** Where the chain begins and ends: one row. */
export const eventChain = pgTable("event_chain", {
  id: integer().primaryKey(),
  began_at: isoTime().notNull(),
  /** The last seal that was purged with its event, and the newest one. 0 and empty for none. */
  start_position: bigint({ mode: "number" }).notNull(),
  start_hash: text().notNull(),
  start_event: uuid(),
  head_position: bigint({ mode: "number" }).notNull(),
  head_hash: text().notNull(),
  head_event: uuid(),
  sealed_until: isoTime().notNull(),
  /** Of all this, so that nobody moves an end without the instance's secret. */
  mac: text().notNull(),
});

/** Events that the product itself changed or erased, until the chain says so. */
export const eventChanges = pgTable("event_changes", {
  event_id: uuid().primaryKey(),
  digest: text(),
  mac: text().notNull(),
});

/** The progress of jobs that someone can follow (`jobs/jobs.ts`). The queue has their state. */
export const followedJobs = pgTable(
  "followed_jobs",
  {
    account: text().notNull(),
    id: uuid().notNull(),
    job_id: uuid().notNull(),
    name: text().notNull(),
    permission: text().$type<Permission>().notNull(),
    /** The id of the person or API key that started it. */
    started_by: text(),
    done: integer().notNull().default(0),
    total: integer().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.id] }),
    index("followed_jobs_age").on(table.created_at),
  ],
);

/** The instance's own e-mail (`mail/outbox.ts`). `data` is the input of its template, and never a secret. */
export const mails = pgTable(
  "mails",
  {
    /** In chronological order. */
    id: uuid("id").primaryKey(),
    /** The account it's about, if known. The recipient may be someone else. */
    account: text("account"),
    template: text("template").notNull(),
    /** An idempotency key within a kind of e-mail. */
    once: text("once"),
    /** The id of its subject, such as a lead, if the two must be deleted together. */
    about: text("about"),
    recipient: text("recipient").notNull(),
    data: jsonb("data").$type<object>().notNull(),
    state: text("state").$type<MailState>().notNull().default("queued"),
    tries: integer("tries").notNull().default(0),
    /** The mail server's last response, or the reason why nothing was sent. */
    outcome: text("outcome").notNull().default(""),
    /** Set if an attempt ended without a recorded outcome, and another one followed. */
    maybe_twice: boolean("maybe_twice").notNull().default(false),
    /** The file it was saved in while no mail server was set. */
    kept_as: text("kept_as"),
    created_at: isoTime().notNull(),
    due_at: isoTime().notNull(),
    tried_at: isoTime(),
  },
  (table) => [
    searchIndex("mails_recipient", sql`${table.recipient}`),
    uniqueIndex("mails_once").on(table.template, table.once),
    index("mails_about").on(table.account, table.about).where(sql`${table.about} is not null`),
  ],
);

/**
 * POST requests with an `Idempotency-Key`, and their responses (`http/idempotency.ts`). A row reveals neither
 * the caller nor the response.
 */
export const keptAnswers = pgTable(
  "kept_answers",
  {
    /** A digest of the caller, the account, and the key. */
    id: text().primaryKey(),
    /** A digest of the account, which limits the size of its stored responses. */
    owner: text().notNull().default(""),
    request: text().notNull(),
    /** The attempt that may make changes under this key. */
    attempt: uuid(),
    /** The end of the attempt's lease, unless it renews it. Null once it has ended. */
    leased_until: isoTime(),
    /** Set in the transaction of the first change. */
    changed: boolean().notNull().default(true),
    /** 0 while there's no response. */
    status: integer().notNull(),
    type: text().notNull(),
    /** Encrypted. Empty if the response isn't stored. */
    body: text().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    index("kept_answers_age").on(table.created_at),
    index("kept_answers_owner").on(table.owner, table.created_at),
  ],
);
