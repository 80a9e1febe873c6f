import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { rowsOf } from "./db/database.ts";

const LIMIT = { name: "tries", attempts: 2, seconds: 60 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());

it("attempts count per person and can be reset, an IPv6 network counts as one, and the table reveals no address", async () => {
  const { limits, db } = app.platform;
  await limits.count(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.8");
  await expect(limits.count(LIMIT, "203.0.113.7")).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
    status: 429,
  });
  await limits.reset(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "203.0.113.7");
  await limits.count(LIMIT, "2001:db8:1:2::1");
  await limits.count(LIMIT, "2001:db8:1:2::2");
  await expect(limits.count(LIMIT, "2001:db8:1:2:3:4:5:6")).rejects.toMatchObject({
    message: "Too many attempts. Try again in 60 seconds.",
  });
  await limits.count({ ...LIMIT, sentence: "Enough knocking." }, "nora@example.com 2001:db8:1:3::1");
  await limits.count({ ...LIMIT, sentence: "Enough knocking." }, "nora@example.com 2001:db8:1:3::2");
  await expect(
    limits.count({ ...LIMIT, sentence: "Enough knocking." }, "nora@example.com 2001:db8:1:3::3"),
  ).rejects.toMatchObject({ message: "Enough knocking. Try again in 60 seconds." });
  // One is that of all networks of an IPv6 site.
  const rows = await rowsOf<{ key: string }>(db, sql`select key from rate_limits where key like 'tries%'`);
  expect(rows).toHaveLength(5);
  expect(JSON.stringify(rows)).not.toMatch(/203\.0\.113|2001:db8|nora/);
});

it("what's over is deleted, and its room is used again", async () => {
  const { limits, database, db } = app.platform;
  await limits.count(LIMIT, "198.51.100.1");
  const flood = async () => {
    await db.execute(sql`insert into rate_limits (key, points, expire)
      select 'flood:' || n || ':' || gen_random_uuid(), 1, 1 from generate_series(1, 5000) as n`);
    await limits.tidy();
    const [{ bytes } = { bytes: 0 }] = await rowsOf<{ bytes: number }>(
      db,
      sql`select pg_total_relation_size('rate_limits')::int as bytes`,
    );
    return bytes;
  };
  await flood();
  const second = await flood();
  const fifth = [await flood(), await flood(), await flood()].at(-1);
  expect(await rowsOf(db, sql`select 1 from rate_limits where key like 'flood:%'`)).toEqual([]);
  expect(await rowsOf(db, sql`select 1 from rate_limits where key like 'tries:%'`)).not.toEqual([]);
  // A server tidies up by itself.
  if (database.kind === "pglite") expect(fifth).toBeLessThan(1.5 * second);
});
