import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { Discount, ProviderKind, Status } from "./rules.ts";
import type { SandboxState } from "./sandbox-rules.ts";

const account = () =>
  text()
    .primaryKey()
    .references(() => user.id, { onDelete: "cascade" });

/** The provider's last state of each account's subscription. */
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
    /** Set if it ends because the account was closed. If its owner keeps it, premium continues. */
    ends_with_account: boolean().notNull().default(false),
    pause_from: isoTime(),
    pause_until: isoTime(),
    failing_since: isoTime(),
    failed_tries: integer().notNull().default(0),
    /** The number of the price list under which they pay. Null if its price was made by hand at the provider. */
    price_list: integer().default(1),
    discount: jsonb().$type<Discount>(),
    /** The provider's debt to the account, deducted from its next invoices. */
    credit_cents: integer().notNull().default(0),
    /** Set once they've had the discount for people who want to cancel. */
    had_discount: boolean().notNull().default(false),
    /** The number of responses to retention offers. */
    answers: integer().notNull().default(0),
    /** Set if the owner hides “Powered by”. Applies while there's premium. */
    remove_branding: boolean().notNull().default(false),
    /** The units that pages and the event log reflect. Updated within minutes. */
    granted_units: integer().notNull().default(0),
    /** The last e-mail about the grace period. */
    grace_told: text().$type<"none" | "ending" | "ended">().notNull().default("none"),
    /** The number of fetches begun, and the number of the one that the row is from. */
    sync_begun: integer().notNull().default(0),
    sync_done: integer().notNull().default(0),
    synced_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("subscriptions_customer").on(table.customer_id)],
);

/** Events from providers. A repeated event has the same id and changes nothing. */
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
    /** The time when the subscription was fetched because of it. */
    processed_at: isoTime(),
  },
  (table) => [
    index("billing_events_account").on(table.account, table.processed_at),
    index("billing_events_age").on(table.received_at),
  ],
);

/** The sandbox's data about a customer, as Stripe would store it. */
export const sandboxCustomers = pgTable("sandbox_customers", {
  account: account(),
  state: jsonb().$type<SandboxState>().notNull(),
});

/** True for accounts with premium, whether it's paid for or given by staff. `account` is the account's id. */
export function hasPremiumNow(account: SQLWrapper, now: Date): SQL {
  return sql`(exists (select from subscriptions s where s.account = ${account} and s.granted_units > 0)
    or exists (select from staff_grants g where g.account = ${account} and g.kind = 'premium_units'
      and g.ended_at is null and (g.ends_at is null or g.ends_at > ${now.toISOString()}::timestamptz)))`;
}
