import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { rowsOf } from "./db/database.ts";

const LIMIT = { name: "knocks", attempts: 2, seconds: 60 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

it("attempts are counted for each person and forgiven, and nobody's address can be read in the table", async () => {
  const { limits, db } = app.platform;
  await limits.count(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.8");
  await expect(limits.count(LIMIT, "203.0.113.7")).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    status: 429,
  });
  await limits.forgive(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.7");
  const rows = await rowsOf<{ key: string }>(db, sql`select key from rate_limits where key like 'knocks%'`);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain("203.0.113");
});
