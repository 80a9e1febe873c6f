import { and, asc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { linkAnalytics, pageViews, visitTexts } from "./tables.ts";

const TABLES = {
  clicks: { table: linkAnalytics, time: linkAnalytics.clicked_at },
  views: { table: pageViews, time: pageViews.viewed_at },
};
export type EventKind = keyof typeof TABLES;

/** A reader's position: after the event with this id, which happened then. */
export interface FeedCursor {
  at: string;
  id: string;
}

export interface FeedRange {
  profileId: string;
  after?: FeedCursor | undefined;
  before: string;
  limit: number;
}

type EventTable = typeof linkAnalytics | typeof pageViews;

export interface FeedRows {
  clicks: typeof linkAnalytics.$inferSelect & { utm: string };
  views: typeof pageViews.$inferSelect & { utm: string };
}

export function textsOf(table: EventTable): Record<"user_agent" | "referrer" | "utm", SQL<string>> {
  // Columns have no table in front of them where only one is read, and other pages have the same texts.
  const text = ({ name }: EventTable["agent_id" | "referrer_id" | "utm_id"], before = sql`''`) =>
    sql<string>`coalesce((select t.text from ${visitTexts} t
      where t.profile_id = ${table}.profile_id and t.id = ${table}.${sql.identifier(name)}), ${before})`;
  return {
    user_agent: text(table.agent_id, sql`${table.user_agent}`),
    referrer: text(table.referrer_id, sql`${table.referrer}`),
    utm: text(table.utm_id),
  };
}

/** Lists a profile's clicks or views by time, after `after`. */
export async function listVisitorEventRows<Kind extends EventKind>(
  db: Db,
  kind: Kind,
  { profileId, after, before, limit }: FeedRange,
): Promise<FeedRows[Kind][]> {
  const { table, time } = TABLES[kind];
  const columns = getTableColumns(table as typeof linkAnalytics);
  const rows = await db
    .select({ ...columns, ...textsOf(table) })
    .from(table as typeof linkAnalytics)
    .where(
      and(
        eq(table.profile_id, profileId),
        lt(time, before),
        after && sql`(${time}, ${table.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(asc(time), asc(table.id))
    .limit(limit);
  return rows as unknown as FeedRows[Kind][];
}
