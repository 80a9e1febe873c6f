import { bigint, customType, date, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { user } from "#src/features/identity/accounts/tables.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Text that only machines compare: byte order is several times faster than linguistic order. */
const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const count = () => bigint({ mode: "number" }).notNull();

/**
 * What the instance's figures come to, by UTC hour (`rules.ts` has their names). `key` tells apart what's counted under one
 * name, such as kinds of traffic. Sign-ups' steps are at the day of the sign-up, and who came back at the week in
 * which they did, with the week of their sign-up as key.
 */
export const instanceFigures = pgTable(
  "instance_figures",
  { metric: code().notNull(), at: isoTime().notNull(), key: code().notNull().default(""), value: count() },
  (table) => [primaryKey({ columns: [table.metric, table.at, table.key] })],
);

/** The largest of each UTC day, by kind: pages, hosts, accounts. Rows name them by id or host. */
export const instanceTops = pgTable(
  "instance_tops",
  {
    kind: code().notNull(),
    day: date({ mode: "string" }).notNull(),
    key: code().notNull(),
    value: count(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.key] })],
);

/** How far counting has come: everything before `done_until` is final. */
export const instanceFigureProgress = pgTable("instance_figure_progress", {
  name: text().primaryKey(),
  done_until: isoTime().notNull(),
  counted_at: isoTime().notNull(),
});

/** When each account first did what makes it a customer. */
export const accountMilestones = pgTable(
  "account_milestones",
  {
    user_id: text()
      .primaryKey()
      .references(() => user.id, { onDelete: "cascade" }),
    signed_up_at: isoTime().notNull(),
    profile_at: isoTime(),
    link_at: isoTime(),
    clicks_at: isoTime(),
    lead_at: isoTime(),
    email_at: isoTime(),
    changed_at: isoTime().notNull(),
  },
  (table) => [
    index("account_milestones_signed_up").on(table.signed_up_at),
    index("account_milestones_changed").on(table.changed_at),
  ],
);

/** Who was active in a week, which begins on Monday (UTC), until its figures are final. */
export const accountWeeks = pgTable(
  "account_weeks",
  {
    week: date({ mode: "string" }).notNull(),
    user_id: text()
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.week, table.user_id] }),
    index("account_weeks_user").on(table.user_id),
  ],
);
