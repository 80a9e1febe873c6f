import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Versions } from "#src/features/admin/notifications/contract.ts";
import { user } from "#src/features/identity/accounts/tables.ts";
import type { Channel } from "#src/features/identity/preferences/rules.ts";
import { isoTime } from "#src/platform/db/columns.ts";
import type { ReminderName } from "./rules.ts";

/** What staff settled about a reminder. One without a row is off, and as `first-settings.ts` has it. */
export const reminderRules = pgTable("reminder_rules", {
  rule: text().$type<ReminderName>().primaryKey(),
  is_on: boolean().notNull(),
  delay_days: integer().notNull(),
  channels: text().array().$type<Channel[]>().notNull(),
  /** Null: once. */
  repeat_days: integer(),
  times_max: integer().notNull(),
  versions: jsonb().$type<Versions>().notNull(),
  /** The last account that had its turn in this pass. They go by their ids. */
  after_id: text().notNull().default(""),
  updated_at: isoTime().notNull(),
});

/** Who was reminded of what, written with what tells them, so that nobody is told twice. */
export const reminderReceipts = pgTable(
  "reminder_receipts",
  {
    rule: text().$type<ReminderName>().notNull(),
    account: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    /** What it was about, such as one domain since the moment it stopped working. */
    occasion: text().notNull(),
    /** 1 for the first time. */
    number: integer().notNull(),
    /** Names the batch, as its notifications do. */
    message: text().notNull(),
    channels: text().array().$type<Channel[]>().notNull(),
    sent_at: isoTime().notNull(),
    /** Until then, what they do counts. Null once that's settled. */
    watched_until: isoTime(),
    /** When it wasn't true anymore. */
    done_at: isoTime(),
  },
  (table) => [
    primaryKey({ columns: [table.rule, table.account, table.occasion, table.number] }),
    index("reminder_receipts_account").on(table.account),
    index("reminder_receipts_time").on(table.rule, table.sent_at),
    index("reminder_receipts_watched")
      .on(table.rule, table.account)
      .where(sql`${table.watched_until} is not null`),
  ],
);
