import { and, eq } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { sendingStops } from "../tables.ts";

export type SendingStop = typeof sendingStops.$inferSelect;
type StopKey = Pick<SendingStop, "user_id" | "by_staff">;

/** Returns the team's stop of an account, and the staff's. While either exists, nothing goes out. */
export async function findSendingStops(
  db: Db,
  account: string,
): Promise<{ own: SendingStop | undefined; staff: SendingStop | undefined }> {
  const rows = await db.select().from(sendingStops).where(eq(sendingStops.user_id, account));
  return { own: rows.find(({ by_staff }) => !by_staff), staff: rows.find(({ by_staff }) => by_staff) };
}

/** An existing stop stays. */
export async function insertSendingStop(db: Db, row: SendingStop): Promise<void> {
  await db.insert(sendingStops).values(row).onConflictDoNothing();
}

/** False if there was none by these. */
export async function deleteSendingStop(db: Db, { user_id, by_staff }: StopKey): Promise<boolean> {
  const rows = await db
    .delete(sendingStops)
    .where(and(eq(sendingStops.user_id, user_id), eq(sendingStops.by_staff, by_staff)))
    .returning();
  return rows.length > 0;
}
