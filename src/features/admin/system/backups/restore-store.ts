import { BACKUP_APPLICATION, type RowConnection } from "#src/platform/backup/row-connection.ts";

async function isThere(connection: RowConnection, table: string): Promise<boolean> {
  const [row] = await connection.rows<{ is: boolean }>(
    `select to_regclass('public.${table}') is not null as is`,
  );
  return row?.is ?? false;
}

export async function hasAccounts(connection: RowConnection): Promise<boolean> {
  if (!(await isThere(connection, "users"))) return false;
  const [row] = await connection.rows<{ is: boolean }>("select exists (select from users) as is");
  return row?.is ?? false;
}

/** True if there are tables, and none of them says that they're ours. */
export async function hasOtherTables(connection: RowConnection): Promise<boolean> {
  if (await isThere(connection, "schema_migrations")) return false;
  const [row] = await connection.rows<{ is: boolean }>(`select exists (
    select from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as is`);
  return row?.is ?? false;
}

/** How many connections of running processes there are. */
export async function findOthers(connection: RowConnection): Promise<number> {
  const [row] = await connection.rows<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name in ('fanfare', 'pgboss', $1)`,
    [BACKUP_APPLICATION],
  );
  return row?.count ?? 0;
}
