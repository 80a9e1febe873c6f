import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { session, user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { ViewedTable } from "./rules.ts";
import type { TableViews } from "./views-contract.ts";

/** What people don't want to be told about. Someone without a row is told about everything. */
export const notificationPreferences = pgTable("notification_preferences", {
  user_id: text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** Topics and channels, such as `fans.email`. */
  off: text().array().notNull(),
});

/** How people view tables: the columns, the order, and saved views. Different in each account they work in. */
export const tableViews = pgTable(
  "table_views",
  {
    /** The person. */
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    name: text().$type<ViewedTable>().notNull(),
    views: jsonb().$type<TableViews>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.account, table.name] }),
    index("table_views_account").on(table.account),
  ],
);

/** The browsers that people are told on while the dashboard is closed, for as long as they're signed in there. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** A session is in one browser, and a browser has one subscription. */
    session_id: text()
      .notNull()
      .unique()
      .references(() => session.id, { onDelete: "cascade" }),
    /** A digest, because whoever knows the endpoint could claim it. */
    endpoint: text().notNull().unique(),
    /** The push service's host. */
    service: text().notNull(),
    /** The endpoint and the device's keys, sealed (`platform/crypto/vault.ts`). */
    sealed: text().notNull(),
    /** The instance's public key that it was made with. No other one reaches it. */
    instance_key: text().notNull(),
    /** Browser and system in words. */
    device: text().notNull(),
    created_at: isoTime().notNull(),
    /** When a message last got through to its push service. */
    last_used_at: isoTime(),
  },
  (table) => [index("push_subscriptions_user").on(table.user_id)],
);
