import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { events } from "../tables.ts";
import { rowsOf } from "./database.ts";
import { analyzeAfterBulk, vacuumAndAnalyze } from "./maintenance.ts";

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

/** Rows of the product's and of the jobs' that come and go. */
async function churn(): Promise<void> {
  const { db } = app.platform;
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'churn', 'test', '{}', 's', now(), '{}' from generate_series(1, 2000)`);
  await db.execute(sql`delete from events where account = 'churn'`);
  await db.execute(sql`insert into jobs.job_common (name, data, singleton_key)
    select name, '{}', 'churn' || n from (select name from jobs.queue limit 1) q, generate_series(1, 2000) n`);
  await db.execute(sql`delete from jobs.job_common where singleton_key like 'churn%'`);
}

async function sizes(): Promise<{ events: number; jobs: number }> {
  const [row] = await rowsOf<{ events: number; jobs: number }>(
    app.platform.db,
    sql`select pg_total_relation_size('events')::int as events, pg_total_relation_size('jobs.job_common')::int as jobs`,
  );
  return row ?? { events: 0, jobs: 0 };
}

it("the embedded database knows its rows, and uses the room of deleted ones again, once it was kept up", async () => {
  const { db, database } = app.platform;
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'a', 'test', '{}', 's', now(), '{}' from generate_series(1, 700)`);
  expect(await known()).toBeLessThan(700);
  await churn();
  const first = await sizes();
  await vacuumAndAnalyze(app.platform);
  const rows = await known();
  await churn();
  const second = await sizes();
  // A server does this by itself.
  if (database.kind === "postgres") return;
  expect(rows).toBeGreaterThanOrEqual(700);
  expect(second.events).toBeLessThan(1.4 * first.events);
  expect(second.jobs).toBeLessThan(1.4 * first.jobs);
});

it("a table’s rows are known right after many came, and not looked for after a few", async () => {
  const { db } = app.platform;
  const before = await known();
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'a', 'test', '{}', 's', now(), '{}' from generate_series(1, 2000)`);
  await analyzeAfterBulk(app.platform, 999, events);
  expect(await known()).toBe(before);
  await analyzeAfterBulk(app.platform, 2000, events);
  expect(await known()).toBeGreaterThanOrEqual(2700);
});
