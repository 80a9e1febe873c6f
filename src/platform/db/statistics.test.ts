import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { events } from "../tables.ts";
import { rowsOf } from "./database.ts";
import { learnOfMany, refreshStatistics } from "./statistics.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

async function known(): Promise<number> {
  const [row] = await rowsOf<{ rows: number }>(
    app.platform.db,
    sql`select reltuples::int as rows from pg_class where relname = 'events'`,
  );
  return row?.rows ?? 0;
}

it("the embedded database knows how many rows it has, once its statistics are refreshed", async () => {
  const { db, database } = app.platform;
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'a', 'test', '{}', 's', now(), '{}' from generate_series(1, 700)`);
  expect(await known()).toBeLessThan(700);
  await refreshStatistics(app.platform);
  if (database.kind === "pglite") expect(await known()).toBeGreaterThanOrEqual(700);
});

it("a table’s rows are known right after many came, and not looked for after a few", async () => {
  const { db } = app.platform;
  const before = await known();
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'a', 'test', '{}', 's', now(), '{}' from generate_series(1, 2000)`);
  await learnOfMany(app.platform, 999, events);
  expect(await known()).toBe(before);
  await learnOfMany(app.platform, 2000, events);
  expect(await known()).toBeGreaterThanOrEqual(2700);
});
