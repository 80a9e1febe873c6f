import { index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { session, user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { ViewedTable } from "./rules.ts";
import type { TableViews } from "./views-contract.ts";

/** Notification opt-outs. Someone without a row gets everything. */
export const notificationPreferences = pgTable("notification_preferences", {
  user_id: text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" }),
  /** Topics and channels, such as `fans.email`. */
  off: text().array().notNull(),
});

/** Table views: columns, order, and saved views, separate for each account that a person works in. */
export const tableViews = pgTable(
  "table_views",
  {
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

/**
 * Browsers that get notifications while the dashboard is closed, for as long as the person is signed in
 * there.
 */
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
    /** A digest, because anyone who knows the endpoint could claim it. */
    endpoint: text().notNull().unique(),
    service: text().notNull(),
    /** The endpoint and the device's keys, encrypted (`platform/crypto/vault.ts`). */
    sealed: text().notNull(),
    /** The instance's public key at the time. The subscription works with no other one. */
    instance_key: text().notNull(),
    /** Browser and system in words. */
    device: text().notNull(),
    created_at: isoTime().notNull(),
    /** The last time that its push service accepted a message. */
    last_used_at: isoTime(),
  },
  (table) => [index("push_subscriptions_user").on(table.user_id)],
);
