import { sql } from "drizzle-orm";
import { type Db, rowsOf } from "#src/platform/db/database.ts";

export async function findServerVersion(db: Db): Promise<{ number: number; text: string }> {
  const [row] = await rowsOf<{ num: string; text: string }>(
    db,
    sql`select current_setting('server_version_num') as num, split_part(current_setting('server_version'), ' ', 1) as text`,
  );
  return { number: Math.floor(Number(row?.num ?? 0) / 10_000), text: row?.text ?? "" };
}

/** Undefined if the database has never been migrated. */
export async function listAppliedMigrations(db: Db): Promise<number[] | undefined> {
  const [there] = await rowsOf<{ is: boolean }>(
    db,
    sql`select to_regclass('public.schema_migrations') is not null as is`,
  );
  if (!there?.is) return undefined;
  const rows = await rowsOf<{ name: string }>(db, sql`select name::text from schema_migrations`);
  return rows.map(({ name }) => Number(name));
}

export async function getDatabaseTime(db: Db): Promise<Date> {
  const [row] = await rowsOf<{ ms: number }>(
    db,
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  return new Date(row?.ms ?? 0);
}
