import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { FraudSignalKind, Review } from "./rules.ts";

const person = () => text().references(() => user.id, { onDelete: "cascade" });

/** The codes of each account. Every one of them works; the current one is in its link. */
export const referralCodes = pgTable(
  "referral_codes",
  {
    code: text().primaryKey(),
    user_id: person().notNull(),
    is_current: boolean().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    // Nobody can take a code that differs from someone else's only in case.
    uniqueIndex("referral_codes_any_case").on(sql`lower(${table.code})`),
    uniqueIndex("referral_codes_current").on(table.user_id).where(sql`${table.is_current}`),
    index("referral_codes_user").on(table.user_id),
  ],
);

/** The number of times a code's link was opened, by day in UTC. */
export const referralVisits = pgTable(
  "referral_visits",
  {
    code: text()
      .notNull()
      .references(() => referralCodes.code, { onDelete: "cascade", onUpdate: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    visits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.code, table.day] })],
);

/** Sign-ups with a code. Once the person is gone, the row stays without them. */
export const referrals = pgTable(
  "referrals",
  {
    id: uuid().primaryKey(),
    referral_code: text().notNull(),
    referrer_user_id: person().notNull(),
    referred_user_id: text().references(() => user.id, { onDelete: "set null" }),
    status: text().$type<"pending" | "completed">().notNull(),
    /** Findings of the abuse check. Only for the log and for staff. */
    flags: text().array().notNull().default([]),
    /** Staff's decision about the reward, or that it's pending. */
    review: text().$type<Review>(),
    reviewed_at: isoTime(),
    created_at: isoTime().notNull(),
    completed_at: isoTime(),
  },
  (table) => [
    // The first valid code wins, even if two browsers send one in the same instant.
    uniqueIndex("referrals_referred").on(table.referred_user_id),
    index("referrals_newest").on(table.referrer_user_id, table.created_at, table.id),
    // The few that wait for staff, newest first.
    index("referrals_reviewed").on(table.created_at, table.id).where(sql`${table.review} is not null`),
    check("referrals_status", sql`${table.status} in ('pending', 'completed')`),
  ],
);

export const referralRewards = pgTable(
  "referral_rewards",
  {
    id: uuid().primaryKey(),
    /** Not a reference, because a reward outlives its referral. */
    referral_id: uuid().notNull(),
    user_id: person().notNull(),
    side: text().$type<"referrer" | "referred">().notNull(),
    reward_amount: integer().notNull(),
    created_at: isoTime().notNull(),
  },
  (table) => [
    // Exactly once for each side, also after retries. A person is never referred twice.
    uniqueIndex("referral_rewards_once").on(table.referral_id, table.side),
    uniqueIndex("referral_rewards_referred").on(table.user_id).where(sql`${table.side} = 'referred'`),
    index("referral_rewards_user").on(table.user_id),
  ],
);

/**
 * Traces of the browsers that people used with referrals, as keyed hashes that are deleted after 30 days.
 * They only tell whether two people came from the same place.
 */
export const referralMarks = pgTable(
  "referral_marks",
  {
    user_id: person().notNull(),
    kind: text().$type<FraudSignalKind>().notNull(),
    hash: text().notNull(),
    seen_at: isoTime().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.kind, table.hash] }),
    index("referral_marks_hash").on(table.hash),
    index("referral_marks_age").on(table.seen_at),
  ],
);

/** The two columns that spec §3 lists under `profiles (account)`. */
export const affiliatePopups = pgTable("affiliate_popups", {
  user_id: person().primaryKey(),
  last_affiliate_popup: isoTime().notNull(),
  affiliate_popup_count: integer().notNull(),
});
