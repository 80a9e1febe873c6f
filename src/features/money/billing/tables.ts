import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Discount, ProviderKind, Status } from "./rules.ts";
import type { SandboxState } from "./sandbox-rules.ts";

const account = () =>
  text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" });

/** What the provider last said about each account's subscription. */
export const subscriptions = pgTable(
  "subscriptions",
  {
    account: account(),
    provider: text().$type<ProviderKind>().notNull(),
    customer_id: text(),
    /** The last checkout. Starting another one ends it. */
    checkout_id: text(),
    subscription_id: text(),
    status: text().$type<Status>().notNull().default("ended"),
    units: integer().notNull().default(0),
    period_start: isoTime(),
    period_end: isoTime(),
    cancel_at: isoTime(),
    /** It ends because the account was closed. If its owner keeps it, premium goes on. */
    ends_with_account: boolean().notNull().default(false),
    pause_from: isoTime(),
    pause_until: isoTime(),
    failing_since: isoTime(),
    failed_tries: integer().notNull().default(0),
    discount: jsonb().$type<Discount>(),
    /** What the provider owes the account, and takes off its next invoices. */
    credit_cents: integer().notNull().default(0),
    /** Whether they've had the discount for people who want to leave. */
    had_discount: boolean().notNull().default(false),
    /** How many times they answered an offer to stay. */
    answers: integer().notNull().default(0),
    /** Whether the owner hides “Powered by”. Applies while there's premium. */
    remove_branding: boolean().notNull().default(false),
    /** The units that pages and the event log reflect. Catches up with the clock within minutes. */
    granted_units: integer().notNull().default(0),
    /** The last e-mail about the grace period. */
    grace_told: text().$type<"none" | "ending" | "ended">().notNull().default("none"),
    /** How many times the subscription was fetched, and which of those the row is from. */
    sync_begun: integer().notNull().default(0),
    sync_done: integer().notNull().default(0),
    synced_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("subscriptions_customer").on(table.customer_id)],
);

/** What providers told us. A repeated event has the same id and changes nothing. */
export const billingEvents = pgTable(
  "billing_events",
  {
    id: text().primaryKey(),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    type: text().notNull(),
    created: isoTime().notNull(),
    received_at: isoTime().notNull(),
    /** When the subscription was fetched because of it. */
    processed_at: isoTime(),
  },
  (table) => [
    index("billing_events_account").on(table.account, table.processed_at),
    index("billing_events_age").on(table.received_at),
  ],
);

/** What Stripe would store about a customer, for the sandbox. */
export const sandboxCustomers = pgTable("sandbox_customers", {
  account: account(),
  state: jsonb().$type<SandboxState>().notNull(),
});
