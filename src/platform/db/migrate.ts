import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { StartRefusal } from "#src/lib/errors.ts";
import { takeAdvisoryLock } from "./advisory-locks.ts";
import { type Database, type Db, rowsOf } from "./database.ts";

/**
 * Brings the database to this version's schema. Each migration runs once, even if several nodes start
 * together. Rejects a database that a newer version has changed.
 */
export async function migrate(database: Database, folder: string): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  await database.orm.transaction(async (db) => {
    await db.execute(sql`set local statement_timeout = 0`);
    await takeAdvisoryLock(db, "migrations");
    await db.execute(sql`create table if not exists schema_migrations
      (name bigint primary key, hash text not null, applied_at timestamptz not null default now())`);
    const applied = await rowsOf<{ name: string }>(db, sql`select name::text from schema_migrations`);
    const names = applied.map((row) => Number(row.name));
    refuseNewer(
      names,
      known.map((migration) => migration.folderMillis),
    );
    for (const migration of known) {
      if (!names.includes(migration.folderMillis)) await apply(db, migration);
    }
  });
}

function refuseNewer(applied: readonly number[], known: readonly number[]): void {
  if (Math.max(...applied) > Math.max(...known)) {
    throw new StartRefusal(
      "A newer version of Fanfare has upgraded this database. Start that version, or restore a backup from before the upgrade.",
    );
  }
}

async function apply(
  db: Db,
  migration: { sql: string[]; folderMillis: number; hash: string },
): Promise<void> {
  for (const statement of migration.sql) await db.execute(sql.raw(statement));
  await db.execute(
    sql`insert into schema_migrations (name, hash) values (${migration.folderMillis}, ${migration.hash})`,
  );
}
