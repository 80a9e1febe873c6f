import { sql } from "drizzle-orm";
import type { Platform } from "../context.ts";
import { rowsOf } from "./database.ts";

/** The clock difference to allow between nodes, plus the time a statement may take to reach the database. */
const LAG_MS = 10_000;

/**
 * Returns the moment before which no more rows will appear, for rows stamped with their creation time.
 * Transactions don't end in the order they began, so any open one holds this back, however old it is. Call it
 * outside a transaction, before reading the rows.
 */
export async function stableUntil({ db, now }: Platform, lagMs = LAG_MS): Promise<Date> {
  const asked = now().getTime();
  const [row] = await rowsOf<{ age_ms: number }>(
    db,
    sql`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as age_ms
        from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`,
  );
  return new Date(asked - lagMs - (row?.age_ms ?? 0));
}
