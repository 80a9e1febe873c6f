import { setImmediate } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Platform } from "../context.ts";
import { type JobHandler, scheduled } from "../jobs/job-types.ts";
import { rowsOf } from "./database.ts";

/**
 * Makes the space of deleted and updated rows reusable, and refreshes the planner's statistics, which decide
 * how lists are searched and estimated. A server does this on its own, but the embedded database doesn't, so
 * rows that come and go every day, such as jobs and events, would eventually fill the disk. It goes table by
 * table, because other work waits for each.
 */
export async function vacuumAndAnalyze({ db, database, abortSignal }: Platform): Promise<void> {
  if (database.kind !== "pglite") return;
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace::regnamespace::text not in ('pg_toast', 'information_schema')`,
  );
  for (const { name } of tables) {
    abortSignal.throwIfAborted();
    await database.script(`vacuum (analyze) ${name}`);
    await setImmediate();
  }
}

const MANY_ROWS = 1000;

/**
 * Refreshes the statistics of tables that just got `rows` more rows. Until a server does this on its own, in
 * a minute or so, it plans for the old size and reads the whole table where an index would find one row.
 */
export async function analyzeAfterBulk({ db }: Platform, rows: number, ...tables: PgTable[]): Promise<void> {
  if (rows < MANY_ROWS) return;
  for (const table of tables) await db.execute(sql`analyze ${table}`);
}

export const databaseJobs: JobHandler<Platform>[] = [
  scheduled("database.upkeep", "33 4 * * *", vacuumAndAnalyze),
];
