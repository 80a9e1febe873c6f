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
import type { AlertCause, AlertKind } from "./alerts/alert-rules.ts";
import type { GoalMetric } from "./goals/goal-rules.ts";
import type { Cadence } from "./report-rules.ts";
import type { ShareKind, SharePart, SharePeriod } from "./shares/share-rules.ts";

/** Who gets reports by e-mail, separate for each account that a person works in. */
export const reportSubscriptions = pgTable(
  "report_subscriptions",
  {
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    cadence: text().$type<Cadence>().notNull(),
    /** Their browser's time zone, for people who have chosen none. */
    zone: text().notNull(),
    /** The day on which the last report was due: a Monday, or the first of a month. */
    last_day: date({ mode: "string" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.account] }),
    index("report_subscriptions_account").on(table.account),
  ],
);

/** What people wrote beside the figures of a page, or of all of them. */
export const analyticsNotes = pgTable(
  "analytics_notes",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    /** Null for all of the account's pages. */
    profile_id: uuid(),
    /** A day of everyone's own calendar. Null for a moment. */
    day: date({ mode: "string" }),
    /** Null for a whole day. */
    at: isoTime(),
    text: text().notNull(),
    made_by: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("analytics_notes_profile").on(table.profile_id),
  ],
);

/** Which accounts don't want to hear of spikes and drops. Accounts without a row do. */
export const alertSettings = pgTable("alert_settings", {
  user_id: text().primaryKey(),
  is_on: boolean().notNull(),
});

/** Hours in which a page had far more or fewer visits than usual. */
export const trafficAlerts = pgTable(
  "traffic_alerts",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    profile_id: uuid().notNull(),
    kind: text().$type<AlertKind>().notNull(),
    /** The end of the hours that it's about. */
    until: isoTime().notNull(),
    hours: integer().notNull(),
    views: integer().notNull(),
    usual: integer().notNull(),
    cause: jsonb().$type<AlertCause>().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("traffic_alerts_profile").on(table.profile_id, table.created_at),
  ],
);

/** Figures that a page, or all of an account's pages, should reach within some days. */
export const analyticsGoals = pgTable(
  "analytics_goals",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    /** Null for all of the account's pages. */
    profile_id: uuid(),
    metric: text().$type<GoalMetric>().notNull(),
    target: integer().notNull(),
    /** Days of the clock in `zone`, both included. */
    first_day: date({ mode: "string" }).notNull(),
    last_day: date({ mode: "string" }).notNull(),
    zone: text().notNull(),
    reached_at: isoTime(),
    made_by: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("analytics_goals_profile").on(table.profile_id),
  ],
);

/** Links to chosen figures of a page. The secrets in them are derived (`shares/shares.ts`), so none is stored. */
export const statShares = pgTable(
  "stat_shares",
  {
    user_id: text().notNull(),
    id: uuid().notNull(),
    profile_id: uuid().notNull(),
    kind: text().$type<ShareKind>().notNull(),
    parts: text().array().$type<SharePart[]>().notNull(),
    period: text().$type<SharePeriod>().notNull(),
    /** The account that it was made in, if its page has got another one since. The secret in the link is derived from it. */
    made_in: text(),
    /** What its reader should know, such as how to book. */
    intro: text().notNull(),
    zone: text().notNull(),
    /** The last day on which it works. Null for as long as nobody revokes it. */
    ends_on: date({ mode: "string" }),
    made_by: text(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    // Its readers have nothing but the link.
    uniqueIndex("stat_shares_id").on(table.id),
    index("stat_shares_profile").on(table.profile_id),
  ],
);
