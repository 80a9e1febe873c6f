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
import type { Segment } from "#src/features/audience/segments/contract.ts";
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
    /** Explains the state, where it isn't obvious. */
    state_reason: text().notNull().default(""),
    state_at: isoTime().notNull(),
    /** The main sending account and its share, and the others with theirs, if there are several. */
    mailbox_id: uuid(),
    mailbox_share: smallint().notNull().default(1),
    more_mailboxes: jsonb().$type<Share[]>().notNull().default([]),
    from_name: text().notNull().default(""),
    /** The content: a template, or its own. Its own subject wins over the template's. */
    template_id: uuid(),
    subject: text().notNull().default(""),
    html: text().notNull().default(""),
    audience: jsonb().$type<Segment>().notNull(),
    /** People who left this topic don't get it. */
    topic: text().notNull().default("news"),
    tracking: text().$type<Tracking>().notNull().default("each"),
    scheduled_at: isoTime(),
    /** The wall time at which it goes out to each recipient; `scheduled_at` is the first of these moments. */
    local_time: text(),
    /** For recipients with an unknown time zone. */
    time_zone: text(),
    series_id: uuid(),
    /** Set if it goes to people who didn't open this campaign. */
    resend_of: uuid(),
    /** The sent content, frozen at the start, and its hash. */
    snapshot: jsonb().$type<Snapshot>(),
    content_hash: text(),
    /** The profile whose page shows it to everyone, if any. */
    archive_profile_id: uuid(),
    /** The number of rows at the start, and of people left out by reason. */
    recipients: integer().notNull().default(0),
    /** The number of recipients per sending account, in their order. Empty if all went to the main one. */
    via_recipients: integer().array().notNull().default([]),
    /** The number of recipients who joined later and got it afterwards. */
    late_recipients: integer().notNull().default(0),
    left_out: jsonb().$type<Partial<Record<SkipReason, number>>>().notNull().default({}),
    connection_failures: integer().notNull().default(0),
    /** The result of the last check before it went out. */
    checked: jsonb().$type<Checked>(),
    approval_asked_at: isoTime(),
    approval_asked_by: text(),
    approved_at: isoTime(),
    approved_by: text(),
    /**
     * The hash and the number of recipients that were approved. Any change, or many more, needs another
     * approval.
     */
    approved_hash: text(),
    approved_recipients: integer(),
    created_by: text(),
    created_at: isoTime().notNull(),
    updated_at: isoTime().notNull(),
    started_at: isoTime(),
    ended_at: isoTime(),
    /** The last heartbeat of a process while it was going out. */
    looked_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("campaigns_newest").on(table.user_id, table.created_at, table.id),
    // Links in e-mail name the campaign, and their signature proves the account.
    index("campaigns_by_id").on(table.id),
    index("campaigns_archived")
      .on(table.user_id, table.archive_profile_id, table.started_at)
      .where(sql`${table.archive_profile_id} is not null`),
    index("campaigns_working")
      .on(table.state)
      .where(sql`${table.state} in ('scheduled', 'preparing', 'sending')`),
  ],
);

/** Recurring campaigns. The next run is always a campaign of its own, and the one after it a copy of it. */
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
    /** The last possible day, and the maximum number of runs. */
    ends_on: text(),
    runs_max: integer(),
    runs: integer().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.id] })],
);

/** The maximum number of e-mails from an account to one contact. Null for no limit. */
export const mailCaps = pgTable("mail_caps", {
  user_id: text().primaryKey(),
  per_day: integer(),
  per_week: integer(),
});

/**
 * One row for each recipient of a campaign: the ledger. `state` only changes according to
 * `DELIVERY_TRANSITIONS`.
 */
export const deliveries = pgTable(
  "deliveries",
  {
    user_id: text().notNull(),
    campaign_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    state: text().$type<DeliveryState>().notNull().default("pending"),
    reason: text().$type<SkipReason | FailReason | WaitReason>(),
    /** The receiving host, which temporary refusals hold back as a whole. */
    host: text().notNull(),
    /** The index of its sending account among the campaign's: 0 is the main one. */
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
    index("campaign_clicks_message").on(table.user_id, table.campaign_id, table.contact_id, table.created_at),
    index("campaign_clicks_sent").on(table.user_id, table.sent_at),
  ],
);

/** Feedback on messages, once each, except for deliveries. */
export const campaignReturns = pgTable(
  "campaign_returns",
  {
    user_id: text().notNull(),
    /** Derived from the reporter's own id. */
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
