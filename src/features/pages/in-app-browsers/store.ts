import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Db } from "#src/platform/db/database.ts";
import { inAppExits } from "./tables.ts";

export type ExitRow = typeof inAppExits.$inferSelect;

/** Adds a row's counts to those of its day. */
export async function upsertExit(db: Db, row: ExitRow): Promise<void> {
  await db
    .insert(inAppExits)
    .values(row)
    .onConflictDoUpdate({
      target: [inAppExits.profile_id, inAppExits.day, inAppExits.app, inAppExits.os, inAppExits.way],
      set: {
        tried: sql`${inAppExits.tried} + excluded.tried`,
        left: sql`${inAppExits.left} + excluded."left"`,
      },
    });
}

export type ExitSum = Pick<ExitRow, "app" | "os" | "way" | "tried" | "left">;

export function listExitSums(
  db: Db,
  { profileId, since }: { profileId: string; since: string },
): Promise<ExitSum[]> {
  const tried = sql<number>`sum(${inAppExits.tried})::float8`;
  return db
    .select({
      app: inAppExits.app,
      os: inAppExits.os,
      way: inAppExits.way,
      tried,
      left: sql<number>`sum(${inAppExits.left})::float8`,
    })
    .from(inAppExits)
    .where(and(eq(inAppExits.profile_id, profileId), gte(inAppExits.day, since)))
    .groupBy(inAppExits.app, inAppExits.os, inAppExits.way)
    .orderBy(desc(tried), inAppExits.app, inAppExits.os, inAppExits.way);
}

export async function deleteExitsOf(db: Db, profileId: string): Promise<void> {
  await db.delete(inAppExits).where(eq(inAppExits.profile_id, profileId));
}

export async function deleteExitsBefore(db: Db, day: string): Promise<void> {
  await db.delete(inAppExits).where(lt(inAppExits.day, day));
}
