import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { auditChecks } from "../tables.ts";

export type CheckRow = typeof auditChecks.$inferSelect;

export async function insertCheck(db: Db, row: typeof auditChecks.$inferInsert): Promise<CheckRow> {
  const [made] = await db.insert(auditChecks).values(row).returning();
  if (!made) throw new Error("A check wasn't stored.");
  return made;
}

export async function findCheck(db: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await db.select().from(auditChecks).where(eq(auditChecks.id, id));
  return row;
}

/** A check that hasn't ended, locked until the transaction ends. */
export async function lockRunningCheck(db: Db, id: string): Promise<CheckRow | undefined> {
  const [row] = await db
    .select()
    .from(auditChecks)
    .where(and(eq(auditChecks.id, id), isNull(auditChecks.ended_at)))
    .for("update");
  return row;
}

export async function findRunningCheck(db: Db): Promise<CheckRow | undefined> {
  const [row] = await db
    .select()
    .from(auditChecks)
    .where(isNull(auditChecks.ended_at))
    .orderBy(desc(auditChecks.started_at))
    .limit(1);
  return row;
}

export function listChecks(db: Db, most: number): Promise<CheckRow[]> {
  return db.select().from(auditChecks).orderBy(desc(auditChecks.started_at)).limit(most);
}

export async function updateCheck(db: Db, id: string, changes: Partial<CheckRow>): Promise<void> {
  await db.update(auditChecks).set(changes).where(eq(auditChecks.id, id));
}

export async function purgeChecks(db: Db, before: string): Promise<void> {
  await db.delete(auditChecks).where(lt(auditChecks.started_at, sql`${before}::timestamptz`));
}
