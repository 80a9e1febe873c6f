import { and, desc, eq, gt, isNotNull, lt, ne } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { backups } from "../tables.ts";

export type BackupRow = typeof backups.$inferSelect;

export async function insertBackup(db: Db, row: typeof backups.$inferInsert): Promise<void> {
  await db.insert(backups).values(row);
}

export async function updateBackup(db: Db, id: string, changes: Partial<BackupRow>): Promise<void> {
  await db.update(backups).set(changes).where(eq(backups.id, id));
}

/** What a killed process left as if it still ran. There's never more than one at a time. */
export async function updateInterruptedBackups(
  db: Db,
  { reason, ended_at }: Pick<BackupRow, "reason" | "ended_at">,
): Promise<void> {
  await db
    .update(backups)
    .set({ state: "failed", reason, ended_at })
    .where(and(eq(backups.state, "running"), ne(backups.cause, "command")));
}

export function listBackupRows(db: Db, most: number): Promise<BackupRow[]> {
  return db.select().from(backups).orderBy(desc(backups.started_at), desc(backups.id)).limit(most);
}

export async function findLastBackup(db: Db): Promise<BackupRow | undefined> {
  const [row] = await db
    .select()
    .from(backups)
    .where(and(eq(backups.state, "done"), isNotNull(backups.ended_at)))
    .orderBy(desc(backups.started_at))
    .limit(1);
  return row;
}

export async function hasScheduledSince(db: Db, time: string): Promise<boolean> {
  const rows = await db
    .select({ id: backups.id })
    .from(backups)
    .where(and(eq(backups.cause, "schedule"), gt(backups.started_at, time)))
    .limit(1);
  return rows.length > 0;
}

export async function purgeBackups(db: Db, startedBefore: string): Promise<void> {
  await db.delete(backups).where(lt(backups.started_at, startedBefore));
}
