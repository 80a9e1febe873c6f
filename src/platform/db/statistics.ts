import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Platform } from "../context.ts";
import { type JobHandler, scheduled } from "../jobs/job-types.ts";
import { rowsOf } from "./database.ts";

/**
 * Refreshes the planner's statistics, which decide how lists are searched and estimated. A server does this
 * by itself, but the embedded database doesn't. Goes table by table, because other work waits for each.
 */
export async function refreshStatistics({ db, database }: Platform): Promise<void> {
  if (database.kind !== "pglite") return;
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  for (const { name } of tables) await db.execute(sql.raw(`analyze ${name}`));
}

const MANY_ROWS = 1000;

/**
 * Refreshes the statistics of tables that `rows` were added to at once. Until a server does this by itself, in a minute
 * or so, it takes them for as few as before, and reads all of them where an index would find one.
 */
export async function learnOfMany({ db }: Platform, rows: number, ...tables: PgTable[]): Promise<void> {
  if (rows < MANY_ROWS) return;
  for (const table of tables) await db.execute(sql`analyze ${table}`);
}

export const databaseJobs: JobHandler<Platform>[] = [
  scheduled("database.statistics", "33 4 * * *", refreshStatistics),
];
