import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

export const coupons = pgTable(
  "coupons",
  {
    id: uuid().primaryKey(),
    /** Uppercase. */
    code: text().notNull(),
    percent_off: integer(),
    amount_off_cents: integer(),
    /** Null for a discount that lasts forever. */
    months: integer(),
    redemptions_max: integer(),
    expires_at: isoTime(),
    min_units: integer().notNull(),
    created_at: isoTime().notNull(),
    ended_at: isoTime(),
  },
  (table) => [
    uniqueIndex("coupons_code").on(table.code),
    index("coupons_newest").on(table.created_at, table.id),
    check("coupons_off", sql`(${table.percent_off} is null) <> (${table.amount_off_cents} is null)`),
  ],
);

/**
 * The accounts that use a coupon, and whether they've paid with it. A coupon's row is locked while its
 * redemptions are counted, so the last one is given once.
 */
export const couponRedemptions = pgTable(
  "coupon_redemptions",
  {
    id: uuid().primaryKey(),
    coupon_id: uuid()
      .notNull()
      .references(() => coupons.id, { onDelete: "cascade" }),
    /** Null once the account is gone. Its redemption stays used up. */
    account: text().references(() => user.id, { onDelete: "set null" }),
    /** The deadline to pay the checkout. Null once it has been paid. */
    reserved_until: isoTime(),
    redeemed_at: isoTime(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    uniqueIndex("coupon_redemptions_once").on(table.coupon_id, table.account),
    index("coupon_redemptions_account").on(table.account),
    index("coupon_redemptions_reserved")
      .on(table.reserved_until)
      .where(sql`${table.reserved_until} is not null`),
  ],
);
