import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { PriceTier } from "./price-rules.ts";
import type { GrantKind } from "./rules.ts";

/** What staff gave accounts beyond their plan. */
export const staffGrants = pgTable(
  "staff_grants",
  {
    id: uuid().primaryKey(),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    kind: text().$type<GrantKind>().notNull(),
    /** Slots or units. Null for what isn't counted. */
    quantity: integer(),
    reason: text().notNull(),
    /** Null if it has no end. */
    ends_at: isoTime(),
    /** The time when staff took it back. */
    ended_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [index("staff_grants_account").on(table.account, table.created_at)],
);

/** Prices that staff published. Rows never change. List 1 is built in and has none. */
export const priceLists = pgTable("price_lists", {
  number: integer().primaryKey(),
  tiers: jsonb().$type<PriceTier[]>().notNull(),
  most_popular_from: integer().notNull(),
  reason: text().notNull(),
  made_by: text().references(() => user.id, { onDelete: "set null" }),
  made_at: isoTime().notNull(),
});
