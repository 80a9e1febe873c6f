import { bigint, index, pgTable, primaryKey, smallint, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Fans' orders, as an account's shop reports them, and the campaigns that led to them. */
export const orders = pgTable(
  "orders",
  {
    /** The account. */
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    id: text().notNull(),
    /** Null if the buyer isn't a fan, or not anymore. */
    contact_id: uuid(),
    campaign_id: uuid(),
    /** The time when the campaign's e-mail to the buyer was sent. */
    sent_at: isoTime(),
    /** The index of its sending account among the campaign's. */
    sender_index: smallint().notNull().default(0),
    /** In the currency's smallest unit. */
    amount: bigint({ mode: "number" }).notNull(),
    /** ISO 4217. */
    currency: text().notNull(),
    ordered_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.id] }),
    index("orders_sent").on(table.user_id, table.sent_at),
    index("orders_contact").on(table.user_id, table.contact_id),
  ],
);
