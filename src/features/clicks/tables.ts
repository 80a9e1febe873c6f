import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { isoTime } from "#src/platform/db/columns.ts";

/** Text that only machines compare: byte order is several times faster than a language's. */
const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** Beyond what one network may do on one page (`budget.ts`): kept, and left out of the figures like bots. */
const isSuspected = () => boolean().notNull().default(false);

/** One click, columns of spec §3 and beneath them our own. Carries `profile_id` in every key (Citus distributes by it). */
export const linkAnalytics = pgTable(
  "link_analytics",
  {
    id: uuid().notNull(),
    link_id: uuid().notNull(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    session_id: text().notNull(),
    user_agent: text().notNull(),
    referrer: text().notNull(),
    country: text().notNull().default("UNKNOWN"),
    region: text().notNull(),
    city: text().notNull(),
    device_type: text().notNull(),
    browser: text().notNull(),
    os: text().notNull(),
    clicked_at: isoTime().notNull(),

    referrer_host: text().notNull(),
    app: text().notNull(),
    is_bot: boolean().notNull(),
    is_suspected: isSuspected(),
    variant: text(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    index("link_analytics_time").on(table.profile_id, table.clicked_at),
    // Only clicks of A/B tests are in it: whoever asks how a test goes reads no other, and no other click pays for it.
    index("link_analytics_variants")
      .on(table.profile_id, table.link_id, table.variant)
      .where(sql`${table.variant} is not null and not ${table.is_bot} and not ${table.is_suspected}`),
  ],
);

export const pageViews = pgTable(
  "page_views",
  {
    id: uuid().notNull(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    session_id: text().notNull(),
    user_agent: text().notNull(),
    referrer: text().notNull(),
    country: text().notNull().default("UNKNOWN"),
    region: text().notNull(),
    city: text().notNull(),
    device_type: text().notNull(),
    browser: text().notNull(),
    os: text().notNull(),
    viewed_at: isoTime().notNull(),

    referrer_host: text().notNull(),
    app: text().notNull(),
    is_bot: boolean().notNull(),
    is_suspected: isSuspected(),
    /** The hash of `daily_visitors`, so that figures can be made anew from the rows. */
    visitor: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    index("page_views_time").on(table.profile_id, table.viewed_at),
  ],
);

/**
 * What the analytics page reads. `at` is the start of a quarter of an hour (grain `quarter`, so that every time zone's
 * hours and days can be put together), of a UTC day (`day`) or of a UTC month (`month`); the last two are made from
 * finished quarters by a job. `dimension` is total, link, place (country|region|city), client (device|browser|os|app)
 * or referrer: coarser questions are answered by adding up. In the key the dimension stands before the time, so that
 * the course of 90 days (dimension total) lies together in the index; the job finds its days of all profiles by block
 * range, which costs the writers nothing.
 */
export const analyticsRollups = pgTable(
  "analytics_rollups",
  {
    profile_id: uuid().notNull(),
    grain: code().$type<"quarter" | "day" | "month">().notNull(),
    at: isoTime().notNull(),
    is_bot: boolean().notNull(),
    is_suspected: isSuspected(),
    dimension: code().notNull(),
    key: code().notNull(),
    views: integer().notNull().default(0),
    visitors: integer().notNull().default(0),
    clicks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({
      // Made of its columns, the name would be longer than the database keeps.
      name: "analytics_rollups_pk",
      columns: [
        table.profile_id,
        table.grain,
        table.dimension,
        table.at,
        table.is_bot,
        table.is_suspected,
        table.key,
      ],
    }),
    index("analytics_rollups_at").using("brin", table.at),
  ],
);

/** Up to which moment quarters have been put together: a row for `day` and one for `month`. */
export const rollupProgress = pgTable("rollup_progress", {
  name: text().primaryKey(),
  done_until: isoTime().notNull(),
});

/** Who was here today: hashes that mean nothing once the day's salt is gone. */
export const dailyVisitors = pgTable(
  "daily_visitors",
  {
    profile_id: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    visitor: text().notNull(),
    is_bot: boolean().notNull(),
    is_suspected: isSuspected(),
  },
  // Whoever was suspected first still counts once when they come back as a visitor like any other.
  (table) => [primaryKey({ columns: [table.profile_id, table.day, table.visitor, table.is_suspected] })],
);

/** The salt of each day (UTC), the same on every node, thrown away when the day is over. */
export const visitorSalts = pgTable("visitor_salts", {
  day: date({ mode: "string" }).primaryKey(),
  salt: text().notNull(),
});
