import { sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { startApp } from "#test/harness/app.ts";
import { rowsOf } from "./database.ts";
import { refreshStatistics } from "./statistics.ts";

it("the embedded database knows how many rows it has, once its statistics are refreshed", async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const { db, database } = app.platform;
  await db.execute(sql`insert into events (id, account, name, actor, subject, time, payload)
    select gen_random_uuid(), 'a', 'test', '{}', 's', now(), '{}' from generate_series(1, 700)`);
  const known = async () => {
    const [row] = await rowsOf<{ rows: number }>(
      db,
      sql`select reltuples::int as rows from pg_class where relname = 'events'`,
    );
    return row?.rows ?? 0;
  };
  expect(await known()).toBeLessThan(700);
  await refreshStatistics(app.platform);
  if (database.kind === "pglite") expect(await known()).toBeGreaterThanOrEqual(700);
});
