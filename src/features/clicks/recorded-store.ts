import { and, asc, eq, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { linkAnalytics, pageViews } from "./tables.ts";

const TABLES = {
  clicks: { table: linkAnalytics, time: linkAnalytics.clicked_at },
  views: { table: pageViews, time: pageViews.viewed_at },
};
export type Recorded = keyof typeof TABLES;

/** A reader's position: after the event with this id, which happened then. */
export interface Place {
  at: string;
  id: string;
}

export interface RecordedRange {
  profileId: string;
  after?: Place | undefined;
  before: string;
  limit: number;
}

/** A profile's clicks or views by time, after `after`. */
export async function listRecordedRows<Kind extends Recorded>(
  db: Db,
  kind: Kind,
  { profileId, after, before, limit }: RecordedRange,
) {
  const { table, time } = TABLES[kind];
  const rows = await db
    .select()
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
  return rows as unknown as (typeof TABLES)[Kind]["table"]["$inferSelect"][];
}
