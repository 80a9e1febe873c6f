import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";

const WORTH_IT_ROWS = 1000;

/** Makes the space of deleted rows reusable. A server does this on its own. */
export async function vacuumAfterDelete(
  database: Database,
  table: PgTable,
  deletedRows: number,
): Promise<void> {
  if (database.kind !== "pglite" || deletedRows < WORTH_IT_ROWS) return;
  await database.script(`vacuum ${getTableName(table)}`);
}
