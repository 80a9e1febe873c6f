import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { STAFF_MARKS, type StaffMark } from "#src/features/pages/profiles/staff-marks/mark-rules.ts";
import { isoTime } from "#src/platform/db/columns.ts";

/** Links whose addresses changed, by a trigger: `targets/` is behind with them. */
export const linkTargetChanges = pgTable("link_target_changes", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  link_id: uuid().notNull(),
});

/** Where links lead, for the instance's staff: a row for each address of a link. */
export const linkTargets = pgTable(
  "link_targets",
  {
    host: text().notNull(),
    account: text().notNull(),
    link_id: uuid().notNull(),
    /** A digest of the address without what makes no difference (`targets/target-rules.ts`). */
    url_key: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.host, table.account, table.link_id, table.url_key] }),
    index("link_targets_link").on(table.link_id),
    index("link_targets_account").on(table.account),
    index("link_targets_url").on(table.url_key, table.account, table.link_id),
  ],
);

/** How many links lead to each host. */
export const linkHosts = pgTable(
  "link_hosts",
  {
    host: text().primaryKey(),
    /** From the right to the left, so that what's below a domain stands together: `com.example.www`. */
    labels: text().notNull(),
    links: integer().notNull(),
  },
  (table) => [
    index("link_hosts_labels").using("btree", table.labels.op("text_pattern_ops")),
    index("link_hosts_most").on(table.links, table.host),
  ],
);

/** What staff did to many pages or links at once. */
export const staffChanges = pgTable(
  "staff_changes",
  {
    id: uuid().primaryKey(),
    of: text({ enum: ["pages", "links"] }).notNull(),
    mark: text({ enum: STAFF_MARKS }).notNull(),
    is_on: boolean().notNull(),
    reason: text().notNull(),
    host: text(),
    started_by: text(),
    started_at: isoTime().notNull(),
    ended_at: isoTime(),
    total: integer().notNull(),
    done: integer().notNull().default(0),
    accounts: integer().notNull(),
    /** The last account that's done. */
    cursor: text().notNull().default(""),
    /** The change that this one undoes, and the other way round. */
    undoes: uuid(),
    undone_by: uuid(),
  },
  (table) => [index("staff_changes_started").on(table.started_at)],
);

/** What a change of many is about, and the mark that each had before. */
export const staffChangeItems = pgTable(
  "staff_change_items",
  {
    change_id: uuid().notNull(),
    account: text().notNull(),
    thing_id: uuid().notNull(),
    before: jsonb().$type<StaffMark>(),
  },
  (table) => [
    primaryKey({ columns: [table.change_id, table.account, table.thing_id] }),
    index("staff_change_items_account").on(table.account),
  ],
);
