import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";

/**
 * Returns thousands of rows in the form that an `insert into` a table takes. They travel as one parameter:
 * with one per column, building the statement takes longer than running it. All rows must have the same
 * columns.
 */
export function rowsAsJson<Row extends object>(table: PgTable, rows: readonly Row[]): SQL {
  const columns = Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name));
  const names = sql.join(columns, sql`, `);
  return sql`(${names}) select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`;
}

/**
 * Returns thousands of rows as a table `g` of text columns, for statements that cast them as needed. Each
 * column travels as one parameter, which the database reads in a fifth of the time that JSON objects take.
 */
export function textRows<Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string | null>>,
): SQL {
  const names = Object.keys(columns).map((name) => sql.identifier(name));
  const values = Object.values(columns).map(
    (textOf) => sql`json_array_elements_text(${JSON.stringify(rows.map(textOf))}::json)`,
  );
  return sql`rows from (${sql.join(values, sql`, `)}) as g(${sql.join(names, sql`, `)})`;
}

/**
 * Matches up to `most` of a table's rows, for deleting them in batches. They're found once: without
 * statistics, the planner would scan a list of keys again for every row.
 */
export function someOf(
  table: PgTable,
  { where, orderBy, most }: { where: SQL | undefined; orderBy?: SQLWrapper; most: number },
): SQL {
  const order = orderBy ? sql`order by ${orderBy}` : sql``;
  return sql`ctid = any(array(select ctid from ${table} where ${where} ${order} limit ${most} for update))`;
}

/**
 * True if a column has one of these values. They travel as one parameter, because `in` with thousands is slow
 * to build and to parse.
 */
export function isAmong(column: PgColumn, values: readonly string[]): SQL {
  return sql`${column} = any(${arrayText(values)}::${sql.raw(column.getSQLType())}[])`;
}

export function arrayText(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
