import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Thousands of rows as what an `insert into` a table takes. They travel as one value: with one for each of their
 * columns, writing the statement down takes longer than running it. All rows have the same columns.
 */
export function rowsAsJson<Row extends object>(table: PgTable, rows: readonly Row[]): SQL {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name));
  const names = sql.join(columns, sql`, `);
  return sql`(${names}) select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
}
