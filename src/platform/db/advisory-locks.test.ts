import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openFreshDatabase } from "#test/harness/database.ts";
import { takeAdvisoryLock } from "./advisory-locks.ts";
import { type Db, rowsOf } from "./database.ts";

/** In this database, since other tests use the same server. */
const held = (db: Db) =>
  rowsOf<{ classid: string; objid: string; objsubid: number }>(
    db,
    sql`select classid, objid, objsubid from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and datname = current_database() order by classid, objid`,
  );

it("locks don't block each other, and neither do the same locks of two accounts", async () => {
  const database = await openFreshDatabase();
  await database.orm.transaction(async (db) => {
    for (const name of ["migrations", "usernames", "leads", "rollups"] as const)
      await takeAdvisoryLock(db, name);
    for (const account of ["ada", "bea"]) await takeAdvisoryLock(db, "leads", account);
    expect(new Set((await held(db)).map((lock) => JSON.stringify(lock))).size).toBe(6);
  });
  expect(await held(database.orm)).toEqual([]);
  await database.close();
});

it("all advisory locks are in the list", () => {
  const takers = globSync("src/**/*.ts").filter((file) =>
    /pg_(try_)?advisory_/.test(readFileSync(file, "utf8")),
  );
  expect(takers).toEqual(["src/platform/db/advisory-locks.ts"]);
});
