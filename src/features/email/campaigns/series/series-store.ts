import { and, eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { campaignSeries } from "../tables.ts";

export type SeriesRow = typeof campaignSeries.$inferSelect;
type Key = Pick<SeriesRow, "user_id" | "id">;

const isIt = ({ user_id, id }: Key) => and(eq(campaignSeries.user_id, user_id), eq(campaignSeries.id, id));

/** Locks the row until the transaction ends. */
export async function lockSeries(db: Db, key: Key): Promise<SeriesRow | undefined> {
  const [row] = await db.select().from(campaignSeries).where(isIt(key)).for("update");
  return row;
}

export function listSeries(db: Db, account: string, most: number): Promise<SeriesRow[]> {
  return db
    .select()
    .from(campaignSeries)
    .where(and(eq(campaignSeries.user_id, account), eq(campaignSeries.state, "active")))
    .orderBy(campaignSeries.created_at, campaignSeries.id)
    .limit(most);
}

export async function insertSeries(db: Db, row: SeriesRow): Promise<void> {
  await db.insert(campaignSeries).values(row);
}

export async function updateSeries(db: Db, key: Key, changes: Partial<SeriesRow>): Promise<void> {
  await db.update(campaignSeries).set(changes).where(isIt(key));
}
