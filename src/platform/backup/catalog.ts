/* What tables a database has, and what stands in the way of filling them quickly. */
import * as z from "zod";
import { SCHEMA as JOBS } from "../jobs/store.ts";
import { type CopiedTable, quoted, type RowConnection, tableName } from "./row-connection.ts";

/**
 * pg-boss makes its tables anew; what's worth keeping are these. `job_common` is the only partition of `job`, and unlike
 * that, it keeps rows in the order in which they're copied in.
 */
const JOB_TABLES = ["queue", "job_common"];

/** Tables of ours: not an extension's, such as PostGIS's. */
const OURS = `n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
  and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;
const JOBS_OURS = `n.nspname = '${JOBS}' and c.relname in (${JOB_TABLES.map((name) => `'${name}'`).join(", ")})`;

export const tableSchema = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
export type CatalogTable = z.infer<typeof tableSchema>;

/** In an order in which rows exist before others refer to them, as far as jobs go. */
export async function listTables(connection: RowConnection): Promise<CatalogTable[]> {
  return connection.rows<CatalogTable>(`select n.nspname as schema, c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where (${OURS}) or (${JOBS_OURS})
    group by n.nspname, c.relname
    order by n.nspname desc, c.relname = 'job_common', c.relname`);
}

export const sequenceSchema = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() });
export type Sequence = z.infer<typeof sequenceSchema>;

export async function listSequences(connection: RowConnection): Promise<Sequence[]> {
  const names = await connection.rows<{
    name: string;
  }>(`select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by 1`);
  const found: Sequence[] = [];
  for (const { name } of names) {
    const [row] = await connection.rows<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${name}`,
    );
    if (row) found.push({ name, value: row.value, isCalled: row.is_called });
  }
  return found;
}

/** The applied migrations, oldest first. Undefined if there are none, as in an empty database. */
export async function listMigrations(connection: RowConnection): Promise<number[] | undefined> {
  const [there] = await connection.rows<{ is: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is`,
  );
  if (!there?.is) return undefined;
  const rows = await connection.rows<{ name: string }>(`select name::text from schema_migrations order by 1`);
  return rows.map(({ name }) => Number(name)).sort((a, b) => a - b);
}

/** Statements that take away what makes filling tables slow, and those that bring it back afterwards. */
export async function listObstacles(connection: RowConnection, tables: readonly CatalogTable[]) {
  const filled = tables.filter(({ schema }) => schema === "public").map(({ name }) => name);
  const constraints = await connection.rows<{ tbl: string; name: string; type: string; definition: string }>(
    `select con.conrelid::regclass::text as tbl, quote_ident(con.conname) as name, con.contype as type, pg_get_constraintdef(con.oid) as definition
    from pg_constraint con join pg_class c on c.oid = con.conrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and con.contype in ('p', 'u', 'f', 'x') and c.relname = any($1)
    order by con.contype = 'f', con.conname`,
    [filled],
  );
  const indexes = await connection.rows<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relname = any($1)
      and not exists (select from pg_constraint con where con.conindid = i.indexrelid and con.contype in ('p', 'u', 'x'))
    order by 1`,
    [filled],
  );
  const triggers = filled.map((name) => tableName({ schema: "public", name }));
  const isForeign = ({ type }: { type: string }) => type === "f";
  const add = ({ tbl, name, definition }: (typeof constraints)[number]) =>
    `alter table ${tbl} add constraint ${name} ${definition}`;
  return {
    remove: [
      ...triggers.map((table) => `alter table ${table} disable trigger user`),
      // Foreign keys need the keys that they refer to, so they go first and come back last.
      ...constraints.toReversed().map(({ tbl, name }) => `alter table ${tbl} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ],
    bringBack: [
      ...constraints.filter((one) => !isForeign(one)).map(add),
      ...indexes.map(({ definition }) => definition),
      ...constraints.filter(isForeign).map(add),
      ...triggers.map((table) => `alter table ${table} enable trigger user`),
    ],
  };
}

/** Statements that take away everything of ours, so that migrations can begin anew. */
export async function listRemovals(connection: RowConnection): Promise<string[]> {
  const tables =
    await connection.rows<CopiedTable>(`select n.nspname as schema, c.relname as name, '{}'::text[] as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS}`);
  const functions = await connection.rows<{ name: string }>(`select p.oid::regprocedure::text as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public'
      and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')`);
  return [
    `drop schema if exists ${quoted(JOBS)} cascade`,
    ...tables.map((table) => `drop table if exists ${tableName(table)} cascade`),
    ...functions.map(({ name }) => `drop function if exists ${name} cascade`),
  ];
}
