import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { rowsOf } from "#src/platform/db/database.ts";
import { openPostgres } from "#src/platform/db/postgres.ts";
import { postgresStore, removeFolders } from "./stores.ts";

const lost: string[] = [];
const { databaseUrl } = await postgresStore();
const database = await openPostgres(databaseUrl, ({ message }) => void lost.push(message));
afterAll(async () => {
  await database.close();
  await removeFolders();
});

it("a transaction that loses its connection fails alone: the process survives, and the next one works", async () => {
  const losing = database.orm.transaction(async (db) => {
    const [own] = await rowsOf<{ pid: number }>(db, sql`select pg_backend_pid() as pid`);
    await database.orm.execute(sql`select pg_terminate_backend(${own?.pid})`);
    await db.execute(sql`select 1`);
  });
  await expect(losing).rejects.toThrow();
  expect(lost.length).toBeGreaterThan(0);
  expect(await rowsOf(database.orm, sql`select 1 as one`)).toEqual([{ one: 1 }]);
});
