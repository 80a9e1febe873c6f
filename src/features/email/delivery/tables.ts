import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";
import type {
  BatchState,
  DeliveryState,
  FailReason,
  FeedbackKind,
  SkipReason,
  Tracking,
  WaitReason,
} from "./rules.ts";
import type { Snapshot } from "./send/snapshot.ts";

/**
 * E-mail to many, with a copy for each, as it was settled at its start: its content and its sending accounts. A batch has
 * the id of what it's sent for, such as a campaign.
 */
export const batches = pgTable(
  "batches",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    state: text().$type<BatchState>().notNull().default("sending"),
    /** People who left this topic are skipped. */
    topic: text().notNull(),
    /** Whose opens and clicks are counted. */
    tracking: text().$type<Tracking>().notNull(),
    /** The sending accounts, the main one first. `shares` has the share of each. */
    mailbox_ids: uuid().array().notNull(),
    shares: smallint().array().notNull(),
    /** The content, frozen at the start. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** The number of recipients that each sending account was given at the start, in the same order. */
    via_recipients: integer().array().notNull(),
    /** The hours a recipient must have had no other e-mail. Null if that doesn't matter. */
    rest_hours: smallint(),
    /** Messages that are later than this because nothing was running are held until somebody decides. */
    late_minutes: integer().notNull(),
    /** Failed connections in a row. */
    connection_failures: integer().notNull().default(0),
    started_at: isoTime().notNull(),
    ended_at: isoTime(),
    /** The last heartbeat of a process while it was going out. */
    looked_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    // Links in e-mail name the batch, and their signature proves the account.
    index("batches_by_id").on(table.id),
    index("batches_sending").on(table.state).where(sql`${table.state} = 'sending'`),
  ],
);

/** The maximum number of e-mails from an account to one contact. Null for no limit. */
export const mailCaps = pgTable("mail_caps", {
  user_id: text().primaryKey(),
  per_day: integer(),
  per_week: integer(),
});

/**
 * One row for each recipient of a batch: the ledger. `state` only changes according to
 * `DELIVERY_TRANSITIONS`.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    user_id: text().notNull(),
    batch_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    reason: text().$type<SkipReason | FailReason | WaitReason>(),
    /** The receiving host, which temporary refusals hold back as a whole. */
    host: text().notNull(),
    /** The index of its sending account among the batch's: 0 is the main one. */
    via: smallint().notNull().default(0),
    /** The worker that has leased it, the end of the lease, and the start of a possible attempt. */
    worker: uuid(),
    leased_until: isoTime(),
    handing_since: isoTime(),
    /** Temporary refusals so far, and the time of the next attempt. */
    refusals: integer().notNull().default(0),
    due_at: isoTime().notNull(),
    /** The receiving server's id for the message, and its last response. */
    provider_id: text(),
    outcome: text().notNull().default(""),
    /** The end of the last attempt. */
    tried_at: isoTime(),
    /** The last time that the sending account was asked about an uncertain one. */
    looked_up_at: isoTime(),
    handed_over_at: isoTime(),
    /** The time of the first feedback of each kind. */
    delivered_at: isoTime(),
    bounced_at: isoTime(),
    complained_at: isoTime(),
    replied_at: isoTime(),
    opened_at: isoTime(),
    machine_opened_at: isoTime(),
    clicked_at: isoTime(),
    machine_clicked_at: isoTime(),
    unsubscribed_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.batch_id, table.contact_id] }),
    index("deliveries_contact").on(table.user_id, table.contact_id),
    index("deliveries_complained")
      .on(table.user_id, table.complained_at)
      .where(sql`${table.complained_at} is not null`),
    index("deliveries_due")
      .on(table.user_id, table.batch_id, table.via, table.due_at)
      .where(sql`${table.state} = 'pending'`),
    index("deliveries_leased").on(table.leased_until).where(sql`${table.state} = 'leased'`),
    index("deliveries_uncertain").on(table.tried_at).where(sql`${table.state} = 'uncertain'`),
    index("deliveries_tried")
      .on(table.user_id, table.batch_id, table.tried_at)
      .where(sql`${table.tried_at} is not null`),
  ],
);

/** Links opened from a message, people and machines apart. Opens are times in `deliveries`. */
export const deliveryClicks = pgTable(
  "delivery_clicks",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    batch_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    /** The position in the snapshot's list of links. */
    link: integer().notNull(),
    is_scanner: boolean().notNull(),
    is_machine: boolean().notNull(),
    country: text().notNull().default("UNKNOWN"),
    device: text().notNull().default("unknown"),
    /** The time of sending, so that a period's clicks are those of its e-mail, and the sending account. */
    sent_at: isoTime(),
    via: smallint().notNull().default(0),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("delivery_clicks_message").on(table.user_id, table.batch_id, table.contact_id, table.created_at),
    index("delivery_clicks_sent").on(table.user_id, table.sent_at),
  ],
);

/** Feedback on messages, once each, except for deliveries. */
export const deliveryReturns = pgTable(
  "delivery_returns",
  {
    user_id: text().notNull(),
    /** Derived from the reporter's own id. */
    id: uuid().notNull(),
    batch_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    kind: text().$type<FeedbackKind>().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("delivery_returns_contact").on(table.user_id, table.contact_id, table.at),
    index("delivery_returns_kind").on(table.user_id, table.kind, table.at),
  ],
);
