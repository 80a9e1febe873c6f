import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, isoTime } from "#src/platform/db/columns.ts";

/** Text that only machines compare: byte order is several times faster than linguistic order. */
const code = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Set beyond one network's limits (`token-bucket.ts`): counted apart and left out of the figures, like bots.
 * Rows that have it set are from before December 2026; since then such events leave only counts.
 */
const isSuspected = () => boolean().notNull().default(false);

/** The columns of spec §3, followed by our own. */
const commonColumns = () => ({
  session_id: text().notNull(),
  /** Empty since texts are stored in `visit_texts`. */
  user_agent: text().notNull().default(""),
  referrer: text().notNull().default(""),
  /** In `visit_texts`, or null where the text is empty. */
  agent_id: bigint({ mode: "bigint" }),
  referrer_id: bigint({ mode: "bigint" }),
  utm_id: bigint({ mode: "bigint" }),
  country: text().notNull().default("UNKNOWN"),
  region: text().notNull(),
  city: text().notNull(),
  device_type: text().notNull(),
  browser: text().notNull(),
  os: text().notNull(),

  referrer_host: text().notNull(),
  app: text().notNull(),
  is_bot: boolean().notNull(),
  is_suspected: isSuspected(),
});

/**
 * The texts of a page's views and clicks, each once per page: user agents, referrers, and the `utm_`
 * parameters of the page's own URL. Stored per page, so that a referrer is deleted along with the page it led
 * to.
 */
export const visitTexts = pgTable(
  "visit_texts",
  {
    profile_id: uuid().notNull(),
    /** The first 64 bits of the text's hash. */
    id: bigint({ mode: "bigint" }).notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.profile_id, table.id] })],
);

/** One click. Every key has `profile_id` (Citus distributes by it). */
export const linkAnalytics = pgTable(
  "link_analytics",
  {
    id: uuid().notNull(),
    link_id: uuid().notNull(),
    profile_id: uuid().notNull(),
    user_id: text().notNull(),
    ...commonColumns(),
    clicked_at: isoTime().notNull(),
    variant: text(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    index("link_analytics_time").on(table.profile_id, table.clicked_at),
    // Has only clicks of A/B tests, so that a test's results are read from nothing else and no other click
    // pays for it.
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
    ...commonColumns(),
    viewed_at: isoTime().notNull(),
    /** The hash of `daily_visitors`, so that figures can be rebuilt from the rows. */
    visitor: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.id] }),
    index("page_views_time").on(table.profile_id, table.viewed_at),
  ],
);

/**
 * The analytics page reads this table. `at` is the start of a quarter of an hour (grain `quarter`, fine
 * enough to add up to hours and days in every time zone), of a UTC day (`day`), or of a UTC month (`month`).
 * A job adds finished quarters up to the last two. `dimension` is total, link, place (country|region|city),
 * client (device|browser|os|app), referrer, or utm (source|medium|campaign|term|content). Events that left no
 * row (`tally.ts`) also count as unlisted, and those of A/B tests as variant (variant|link). What browsers measured
 * (`vitals.ts`) is vital (vital|step), where views are measurements. Coarser questions are answered by adding up. In the key, the dimension comes before the time, so that 90 days of
 * one dimension are next to each other in the index. The job finds its days across all profiles by block
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
      // Derived from its columns, the name would be longer than the database allows.
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

/** The progress of adding up quarters: a row for `day` and one for `month`. `packed` is that of packed days. */
export const rollupProgress = pgTable("rollup_progress", {
  name: text().primaryKey(),
  done_until: isoTime().notNull(),
});

/** What the codes in a packed day's columns stand for, in the order of the codes. */
export interface PackedWords {
  /** `country|region|city` */
  places: string[];
  /** `device|browser|os|app` */
  clients: string[];
  /** Referrers' hosts. */
  sources: string[];
  /** `source|medium|campaign|term|content`, or nothing. */
  utms: string[];
  /** Links' ids; nothing for views. */
  links: string[];
  /** Their number: nobody needs to know their hashes. */
  visitors: number;
}

/**
 * The events of a page on a finished UTC day, a column each, in order of time. Filters that combine are
 * answered from these: all of a busy page's events are read in a fraction of the time that their rows take.
 * Each event is a code of one to three bytes per column (`packed-day-store.ts`); a column with a single word is
 * null. They're made from the rows, so they can always be made again.
 */
export const packedDays = pgTable(
  "packed_days",
  {
    profile_id: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    /** Changes with the contents, so that copies in memory are known to be old. */
    version: uuid().notNull(),
    events: integer().notNull(),
    words: jsonb().$type<PackedWords>().notNull(),
    minutes: bytes().notNull(),
    kinds: bytes().notNull(),
    places: bytes(),
    clients: bytes(),
    sources: bytes(),
    utms: bytes(),
    links: bytes(),
    visitors: bytes(),
    /** The visit of each event, numbered anew every day. Null for days that were packed before visits were. */
    visits: bytes(),
    /** The visits' names in order, eight bytes each (`visit-name.ts`). */
    visit_names: bytes(),
    /** The first click of each visit after its first view: the event's position, and the milliseconds between. */
    first_clicks: bytes(),
  },
  (table) => [
    primaryKey({ columns: [table.profile_id, table.day] }),
    index("packed_days_old").on(table.day).where(sql`${table.visits} is null`),
  ],
);

/** Today's visitors: hashes that mean nothing once the day's salt is gone. */
export const dailyVisitors = pgTable(
  "daily_visitors",
  {
    profile_id: uuid().notNull(),
    day: date({ mode: "string" }).notNull(),
    visitor: text().notNull(),
    is_bot: boolean().notNull(),
    is_suspected: isSuspected(),
  },
  // People who were suspected first still count once when they come back as regular visitors.
  (table) => [primaryKey({ columns: [table.profile_id, table.day, table.visitor, table.is_suspected] })],
);

/** Each UTC day's salt, the same on every node, deleted when the day is over. */
export const visitorSalts = pgTable("visitor_salts", {
  day: date({ mode: "string" }).primaryKey(),
  salt: text().notNull(),
});
