import { desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { browserErrors } from "../tables.ts";

export type BrowserErrorRow = typeof browserErrors.$inferSelect;

/** Counts it with the others like it. One that was resolved is open again. */
export async function upsertBrowserError(db: Db, row: BrowserErrorRow): Promise<void> {
  const { stack, version, last_at } = row;
  await db
    .insert(browserErrors)
    .values(row)
    .onConflictDoUpdate({
      target: browserErrors.id,
      set: { count: sql`${browserErrors.count} + 1`, stack, version, last_at, resolved_at: null },
    });
}

/** Leaves the `most` latest ones. */
export async function deleteOldestErrors(db: Db, most: number): Promise<void> {
  await db.execute(sql`delete from browser_errors where id in (
    select id from browser_errors order by last_at desc, id offset ${most})`);
}

export async function deleteErrorsBefore(db: Db, time: Date): Promise<void> {
  await db.execute(sql`delete from browser_errors where last_at < ${time.toISOString()}`);
}

/** The latest first. */
export function listBrowserErrorRows(
  db: Db,
  { isResolved, most }: { isResolved: boolean; most: number },
): Promise<BrowserErrorRow[]> {
  const { resolved_at, last_at, id } = browserErrors;
  return db
    .select()
    .from(browserErrors)
    .where(isResolved ? isNotNull(resolved_at) : isNull(resolved_at))
    .orderBy(desc(last_at), id)
    .limit(most);
}

export async function updateResolved(
  db: Db,
  id: string,
  resolved_at: string | null,
): Promise<BrowserErrorRow | undefined> {
  const [row] = await db
    .update(browserErrors)
    .set({ resolved_at })
    .where(eq(browserErrors.id, id))
    .returning();
  return row;
}
