import { sql } from "drizzle-orm";
import {
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
import { audience } from "#src/features/audience/segments/tables.ts";
import type { SkipReason, Tracking } from "#src/features/email/delivery/rules.ts";
import type { Snapshot } from "#src/features/email/delivery/snapshot.ts";
import type { Block } from "#src/features/email/templates/blocks/blocks-contract.ts";
import { type Attachment, DEFAULT_THEME, type Theme } from "#src/features/email/templates/rules.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Share } from "./contract.ts";
import type { Checked } from "./preflight/check-contract.ts";
import {
  type CampaignMode,
  type CampaignState,
  type Every,
  type FirstReview,
  LATE_MINUTES,
  type SeriesState,
} from "./rules.ts";

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
    /** Which of the following it says. The others stay, so that trying one loses nothing. */
    mode: text().$type<CampaignMode>().notNull().default("blocks"),
    /** Its own subject and preview text win over the template's. */
    template_id: uuid(),
    subject: text().notNull().default(""),
    preheader: text().notNull().default(""),
    html: text().notNull().default(""),
    blocks: jsonb().$type<Block[]>().notNull().default([]),
    theme: jsonb().$type<Theme>().notNull().default(DEFAULT_THEME),
    /** A template has its own. */
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    audience: audience().notNull(),
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
    /** The hash of what was sent, which its batch has. */
    content_hash: text(),
    /** The profile whose page shows it to everyone, if any. */
    archive_profile_id: uuid(),
    /** The number of rows at the start, and of people left out by reason. */
    recipients: integer().notNull().default(0),
    /** The number of recipients who joined later and got it afterwards. */
    late_recipients: integer().notNull().default(0),
    left_out: jsonb().$type<Partial<Record<SkipReason, number>>>().notNull().default({}),
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
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("campaigns_newest").on(table.user_id, table.created_at, table.id),
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

export const campaignSettings = pgTable("campaign_settings", {
  user_id: text().primaryKey(),
  /** Campaigns to more people than this need the approval of a second person. */
  approval_above: integer(),
  /** The delay up to which campaigns still go out on their own. */
  late_minutes: integer().notNull().default(LATE_MINUTES),
});

/** Accounts' first campaigns, for staff to review: a copy, because their owners may delete them. */
export const firstCampaigns = pgTable(
  "first_campaigns",
  {
    user_id: text().primaryKey(),
    /**
     * The review's own id, because a campaign's id is chosen by its creator, and another account may already
     * have it.
     */
    id: uuid().notNull().defaultRandom(),
    campaign_id: uuid().notNull(),
    name: text().notNull().default(""),
    from_name: text().notNull().default(""),
    snapshot: jsonb().$type<Snapshot>(),
    recipients: integer().notNull().default(0),
    review: text().$type<FirstReview>().notNull().default("waiting"),
    created_at: isoTime().notNull(),
    reviewed_at: isoTime(),
  },
  (table) => [
    index("first_campaigns_newest").on(table.review, table.created_at, table.user_id),
    uniqueIndex("first_campaigns_id").on(table.id),
  ],
);
