import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Subscribers of one price list who go over to another one. */
export const priceMoves = pgTable("price_moves", {
  id: uuid().primaryKey(),
  from_list: integer().notNull(),
  to_list: integer().notNull(),
  moves_at: isoTime().notNull(),
  reason: text().notNull(),
  made_by: text().references(() => user.id, { onDelete: "set null" }),
  made_at: isoTime().notNull(),
  canceled_at: isoTime(),
  canceled_by: text().references(() => user.id, { onDelete: "set null" }),
});

/** Whom a move concerns, from when they were told. Totals are by month, before discounts and taxes. */
export const priceMoveAccounts = pgTable(
  "price_move_accounts",
  {
    move: uuid()
      .notNull()
      .references(() => priceMoves.id, { onDelete: "cascade" }),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    units: integer().notNull(),
    from_cents: integer().notNull(),
    to_cents: integer().notNull(),
    told_at: isoTime().notNull(),
    /** Later than the move’s own for those who were told late. */
    moves_at: isoTime().notNull(),
    moved_at: isoTime(),
    /** The time when they were told that it was called off. */
    kept_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.move, table.account] }),
    index("price_move_accounts_account").on(table.account),
  ],
);
