import { type SQL, sql } from "drizzle-orm";
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
import type { Snapshot } from "./snapshot.ts";

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
    /** The sending accounts, the main one first. `shares` has the share of each: 0 for one that only a version goes through. */
    mailbox_ids: uuid().array().notNull(),
    shares: smallint().array().notNull(),
    /** The content, frozen at the start. */
    snapshot: jsonb().$type<Snapshot>().notNull(),
    /** The versions of it that are tested against each other. All share one list of links. */
    variants: jsonb().$type<Snapshot[]>().notNull().default([]),
    /** The number of recipients that each sending account was given at the start, in the same order. */
    sender_recipients: integer().array().notNull(),
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

/** What a message's row has in every table that workers send from. `state` only changes according to `DELIVERY_TRANSITIONS`. */
export const messageColumns = () => ({
  state: text().$type<DeliveryState>().notNull().default("pending"),
  /** The worker that has leased it, the end of the lease, and the start of a possible attempt. */
  worker: uuid(),
  leased_until: isoTime(),
  attempt_started_at: isoTime(),
  /** Temporary refusals so far, and the time of the next attempt. */
  refusals: integer().notNull().default(0),
  due_at: isoTime().notNull(),
  /** The receiving server's id for the message, and its last response. */
  provider_id: text(),
  outcome: text().notNull().default(""),
  /** The end of the last attempt. */
  tried_at: isoTime(),
  handed_over_at: isoTime(),
});

/** How workers find such a table's messages. All of it is SQL, with $1 the account. */
export interface MessageTable {
  name: string;
  /** The rest of its key, after `user_id`: ids. */
  key: readonly string[];
  /** The keys of up to $5 messages that are due at $4 through the sending account $2, with locks that skip others'. */
  due: string;
  /** What a worker needs of a message `d` that it has leased. */
  leased: string;
  /**
   * `judged as (…)`: the keys in `asked` with a `verdict` about each at $4. Null to send it, `held` to let it wait, or the
   * reason to skip it. Everything waits if $5 is true.
   */
  judged: string;
  /** What else `judged`, as `l`, says about a message that begins. */
  begun?: string;
  /** What an outcome `e` becomes in the row `d`, where that's something else. */
  ended?: { state?: string; reason?: string; outcome?: string };
  /** The column that's emptied once the message can't go out anymore. */
  content?: string;
}

/** One row for each recipient of a batch: the ledger. */
export const deliveries = pgTable(
  "deliveries",
  {
    user_id: text().notNull(),
    batch_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    ...messageColumns(),
    reason: text().$type<SkipReason | FailReason | WaitReason>(),
    /** The receiving host, which temporary refusals hold back as a whole. */
    host: text().notNull(),
    /** The index of its sending account among the batch's: 0 is the main one. */
    sender_index: smallint().notNull().default(0),
    /** The index of its version among the batch's. Null for the batch's own content. */
    variant: smallint(),
    /** The last time that the sending account was asked about an uncertain one. */
    looked_up_at: isoTime(),
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
    // Segments count opens by time.
    index("deliveries_opened")
      .on(table.user_id, table.opened_at, table.contact_id)
      .where(sql`${table.opened_at} is not null`),
    index("deliveries_due")
      .on(table.user_id, table.batch_id, table.sender_index, table.due_at)
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
    sender_index: smallint().notNull().default(0),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("delivery_clicks_message").on(table.user_id, table.batch_id, table.contact_id, table.created_at),
    index("delivery_clicks_sent").on(table.user_id, table.sent_at),
    // Segments count them by time.
    index("delivery_clicks_human")
      .on(table.user_id, table.created_at, table.contact_id)
      .where(sql`not ${table.is_machine}`),
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

/**
 * SQL that's true if a contact wants fewer e-mails and got one, or may have, too recently before `now`, which
 * is SQL. Attempts of other batches that are in progress count, and so do messages to people who were
 * merged into the contact.
 */
export function receivedRecently(now: string): string {
  return `(c.mail_every_days is not null and exists (select 1 from deliveries l where l.user_id = c.user_id
    and l.contact_id = any(array(select m.id from contact_merges m where m.user_id = c.user_id and m.kept_id = c.id)
      || c.id) and (l.handed_over_at is not null or l.state = 'uncertain'
      or (l.state = 'leased' and l.attempt_started_at is not null))
    and coalesce(l.handed_over_at, l.attempt_started_at, l.tried_at)
      > ${now} - make_interval(days => c.mail_every_days)))`;
}

/** SQL for the content that was sent for a row whose id a batch has. Null if nothing was sent. */
export function snapshotIn(table: string): string {
  return `(select b.snapshot from batches b where b.user_id = ${table}.user_id and b.id = ${table}.id)`;
}

/** SQL for the sending account of a row with `sender_index`, by the aliases of its batch and of the row. */
export function mailboxIn(batch: string, row: string): string {
  return `${batch}.mailbox_ids[${row}.sender_index + 1]`;
}

/** A sending account's place in a batch, in SQL, or null. */
export function senderIndexIn(batch: string, mailbox: string): string {
  return `(array_position(${batch}.mailbox_ids, ${mailbox}::uuid) - 1)::smallint`;
}

/** SQL that's true if rows with a batch and `sender_index` go out through a sending account. */
export function isAssignedTo(
  row: string,
  { user_id, mailbox_id }: { user_id: string; mailbox_id: string },
): SQL {
  return sql`(${sql.raw(`${row}.batch_id, ${row}.sender_index`)}) in (select b.id, ${sql.raw(senderIndexIn("b", "own.id"))}
    from batches b, (select ${mailbox_id}::uuid as id) own where b.user_id = ${user_id} and own.id = any(b.mailbox_ids))`;
}
