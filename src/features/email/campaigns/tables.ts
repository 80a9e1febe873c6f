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
import type {
  DeliveryState,
  FailReason,
  FeedbackKind,
  SkipReason,
  Tracking,
  WaitReason,
} from "#src/features/email/delivery/rules.ts";
import type { Snapshot } from "#src/features/email/delivery/send/snapshot.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Audience } from "./audience-contract.ts";
import type { Checked } from "./check-contract.ts";
import type { Share } from "./contract.ts";
import type { CampaignState, Every, SeriesState } from "./rules.ts";

export const campaigns = pgTable(
  "campaigns",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    name: text().notNull(),
    state: text().$type<CampaignState>().notNull().default("draft"),
    /** Why it got there, where that isn't plain. */
    state_reason: text().notNull().default(""),
    state_at: isoTime().notNull(),
    /** The main sending account and its share, and the others with theirs, if it goes out through several. */
    mailbox_id: uuid(),
    mailbox_share: smallint().notNull().default(1),
    more_mailboxes: jsonb().$type<Share[]>().notNull().default([]),
    from_name: text().notNull().default(""),
    /** What it says: a template, or its own content. Its own subject wins over the template's. */
    template_id: uuid(),
    subject: text().notNull().default(""),
    html: text().notNull().default(""),
    audience: jsonb().$type<Audience>().notNull(),
    /** Who has left this topic gets nothing. */
    topic: text().notNull().default("news"),
    /** Whose opens and clicks are counted. */
    tracking: text().$type<Tracking>().notNull().default("each"),
    scheduled_at: isoTime(),
    /** What everyone's own clock shows when it goes out to them; `scheduled_at` is the first of these moments. */
    local_time: text(),
    /** For those whose own time zone isn't known. */
    time_zone: text(),
    /** It's a run of this series. */
    series_id: uuid(),
    /** It goes to those who didn't open this campaign. */
    resend_of: uuid(),
    /** What was sent, frozen at the start, and its hash. */
    snapshot: jsonb().$type<Snapshot>(),
    content_hash: text(),
    /** The profile whose page shows it to everyone, if any does. */
    archive_profile_id: uuid(),
    /** How many got a row at the start, and how many didn't and why. */
    recipients: integer().notNull().default(0),
    /** How many of them each sending account was given, in their order. Empty: all went to the main one. */
    via_recipients: integer().array().notNull().default([]),
    /** How many got one afterwards, because they joined later. */
    late_recipients: integer().notNull().default(0),
    left_out: jsonb().$type<Partial<Record<SkipReason, number>>>().notNull().default({}),
    connection_failures: integer().notNull().default(0),
    /** What the last check before it went out said. */
    checked: jsonb().$type<Checked>(),
    approval_asked_at: isoTime(),
    approval_asked_by: text(),
    approved_at: isoTime(),
    approved_by: text(),
    /** What was approved, and for how many. Anything else, or for many more, needs another approval. */
    approved_hash: text(),
    approved_recipients: integer(),
    created_by: text(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
    started_at: isoTime(),
    ended_at: isoTime(),
    /** When a process last looked after it while it was going out. */
    looked_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("campaigns_newest").on(table.user_id, table.created_at, table.id),
    // Links in e-mail name the campaign, and their signature says whose it is.
    index("campaigns_by_id").on(table.id),
    index("campaigns_archived")
      .on(table.user_id, table.archive_profile_id, table.started_at)
      .where(sql`${table.archive_profile_id} is not null`),
    index("campaigns_working")
      .on(table.state)
      .where(sql`${table.state} in ('scheduled', 'preparing', 'sending')`),
  ],
);

/** Campaigns that repeat. The next run is always a campaign of its own, and the one after it a copy of it. */
export const campaignSeries = pgTable(
  "campaign_series",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    state: text().$type<SeriesState>().notNull().default("active"),
    /** The next run, or the last one once it has ended. */
    campaign_id: uuid().notNull(),
    every: text().$type<Every>().notNull(),
    /** 0 is Sunday. */
    weekdays: integer().array().notNull().default([]),
    month_day: integer(),
    /** On a clock in `time_zone`, such as `09:30`. */
    time: text().notNull(),
    time_zone: text().notNull(),
    /** The last day it may run on, and how often it may run. */
    ends_on: text(),
    runs_max: integer(),
    /** How many runs there are, the next one included. */
    runs: integer().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** How many e-mails one contact may get from an account. Null: as many as there are. */
export const mailCaps = pgTable("mail_caps", {
  user_id: text().primaryKey(),
  per_day: integer(),
  per_week: integer(),
});

/** One row for each recipient of a campaign: the ledger. `state` only moves as `DELIVERY_TRANSITIONS` says. */
export const deliveries = pgTable(
  "deliveries",
  {
    user_id: text().notNull(),
    campaign_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    reason: text().$type<SkipReason | FailReason | WaitReason>(),
    /** The receiving host, which temporary refusals hold back as one. */
    host: text().notNull(),
    /** Which of the campaign's sending accounts it goes out through: 0 is the main one. */
    via: smallint().notNull().default(0),
    /** The worker that has it, until when, and since when it may have been handed over. */
    worker: uuid(),
    leased_until: isoTime(),
    handing_since: isoTime(),
    /** Temporary refusals so far, and when the next try may be. */
    refusals: integer().notNull().default(0),
    due_at: isoTime().notNull(),
    /** What the receiving server calls the message, and what it said last. */
    provider_id: text(),
    outcome: text().notNull().default(""),
    /** When the last try ended. */
    tried_at: isoTime(),
    /** When the sending account was last asked what became of an uncertain one. */
    looked_up_at: isoTime(),
    handed_over_at: isoTime(),
    /** When what came back first said so. */
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
    primaryKey({ columns: [table.user_id, table.campaign_id, table.contact_id] }),
    index("deliveries_contact").on(table.user_id, table.contact_id),
    index("deliveries_complained")
      .on(table.user_id, table.complained_at)
      .where(sql`${table.complained_at} is not null`),
    index("deliveries_due")
      .on(table.user_id, table.campaign_id, table.via, table.due_at)
      .where(sql`${table.state} = 'pending'`),
    index("deliveries_leased").on(table.leased_until).where(sql`${table.state} = 'leased'`),
    index("deliveries_uncertain").on(table.tried_at).where(sql`${table.state} = 'uncertain'`),
    index("deliveries_tried")
      .on(table.user_id, table.campaign_id, table.tried_at)
      .where(sql`${table.tried_at} is not null`),
  ],
);

/** Links opened from a message, people and machines apart. Opens are times in `deliveries`. */
export const campaignClicks = pgTable(
  "campaign_clicks",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    campaign_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    /** Its place in the snapshot's list of links. */
    link: integer().notNull(),
    is_scanner: boolean().notNull(),
    is_machine: boolean().notNull(),
    country: text().notNull().default("UNKNOWN"),
    device: text().notNull().default("unknown"),
    /** When the message was handed over, so that a period's clicks are those of its e-mail, and through which account. */
    sent_at: isoTime(),
    via: smallint().notNull().default(0),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("campaign_clicks_message").on(table.user_id, table.campaign_id, table.contact_id, table.created_at),
    index("campaign_clicks_sent").on(table.user_id, table.sent_at),
  ],
);

/** What came back about messages, once each, except that they arrived. */
export const campaignReturns = pgTable(
  "campaign_returns",
  {
    user_id: text().notNull(),
    /** Derived from the id that whoever reported it gave it. */
    id: uuid().notNull(),
    campaign_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    kind: text().$type<FeedbackKind>().notNull(),
    at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("campaign_returns_contact").on(table.user_id, table.contact_id, table.at),
    index("campaign_returns_kind").on(table.user_id, table.kind, table.at),
  ],
);
