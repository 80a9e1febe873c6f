import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { StartRefusal } from "#src/lib/errors.ts";
import { takeAdvisoryLock } from "./advisory-locks.ts";
import { type Database, type Db, rowsOf } from "./database.ts";

export interface Migration {
  sql: readonly string[];
  /** Its name in the database. */
  folderMillis: number;
  hash: string;
}

/** Oldest first. */
export function readMigrations(folder: string): readonly Migration[] {
  return readMigrationFiles({ migrationsFolder: folder });
}

/**
 * Brings the database to this version's schema. Each migration runs once, even if several nodes start
 * together. Rejects a database that another version has changed in a way that this one doesn't know.
 */
export async function migrate(database: Database, folder: string): Promise<void> {
  const known = readMigrations(folder);
  await database.orm.transaction(async (db) => {
    await db.execute(sql`set local statement_timeout = 0`);
    await takeAdvisoryLock(db, "migrations");
    await db.execute(sql`create table if not exists schema_migrations
      (name bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
    const applied = await rowsOf<{ name: string }>(db, sql`select name::text from schema_migrations`);
    const names = applied.map((row) => Number(row.name));
    refuseUnknown(
      names,
      known.map((migration) => migration.folderMillis),
    );
    for (const migration of known) {
      if (!names.includes(migration.folderMillis)) await apply(db, migration);
    }
  });
}

/** Throws unless each applied migration is one of the known. */
function refuseUnknown(applied: readonly number[], known: readonly number[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new StartRefusal(
    Math.max(...unknown) > Math.max(...known)
      ? "A newer version of Fanfare has upgraded this database. Start that version, or restore a backup from before the upgrade."
      : "This database is from a build that was never released, and no release can upgrade it. Start with an empty database.",
  );
}

async function apply(db: Db, migration: Migration): Promise<void> {
  for (const statement of migration.sql) await db.execute(sql.raw(statement));
  await db.execute(
    sql`insert into schema_migrations (name, hash) values (${migration.folderMillis}, ${migration.hash})`,
  );
}
