import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import { freshDatabase } from "#test/harness/database.ts";
import { parseConfig } from "./config.ts";
import { jobs } from "./slices.ts";
import { start } from "./start.ts";

const ROOT = resolve(import.meta.dirname, "../..");

it("an instance turns requests away until it's opened, so that nobody sees a half-filled demo", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fanfare-start-"));
  const settings = { PORT: "0", HOST: "127.0.0.1", DATA_DIR: folder, LOG_LEVEL: "silent" };
  const running = await start(parseConfig({ ...settings, DATABASE_URL: await freshDatabase(folder) }), {
    migrations: join(ROOT, "migrations"),
    client: join(ROOT, "dist/client"),
  });
  const ask = (path: string) => fetch(running.url + path);
  for (const path of ["/", "/mia", "/api/v1/me", "/health/ready"]) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
  }
  running.open();
  expect((await ask("/")).status).toBe(200);
  expect((await ask("/health/ready")).status).toBe(200);
  await running.stop();
  await rm(folder, { recursive: true });
});

it("every recurring job has a time that the queue understands", () => {
  const boss = new PgBoss("postgres://nobody");
  const crons = jobs.flatMap(({ cron }) => cron ?? []);
  expect(crons.length).toBeGreaterThan(20);
  for (const cron of crons) expect(boss.previewSchedule(cron, { count: 1 }), cron).toHaveLength(1);
});
