import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { INSTANCE } from "#src/lib/event.ts";
import type { JobType } from "#src/platform/jobs/job-types.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import { PASSPHRASE } from "#test/harness/backups.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { runBackup, runVerification, scheduleBackup } from "./backups/backups.ts";
import { Heartbeat } from "./nodes/nodes.ts";

const WAIT = { timeout: 90_000, interval: 100 };
const GAUGES = { loopMs: 3, pageHits: 9, pageMisses: 1, pageBytes: 1000 };

let app: TestApp;
let founder: Client;

beforeAll(async () => {
  app = await startApp({ BACKUP_PASSPHRASE: PASSPHRASE });
  founder = await app.signUp();
});
afterAll(() => app?.close());

const overview = async (by = founder) => (await by.api("GET", "/admin/system")).body;
const eventNames = async (subject: string) => (await eventsOf(app, subject)).map(({ name }) => name);

describe("the overview", () => {
  it("lists nodes as they say that they’re there, and tells which have stopped", async () => {
    const beat = new Heartbeat(app.platform, async () => GAUGES);
    await beat.beat();
    const [node] = (await overview()).nodes;
    expect(node).toMatchObject({ state: "well", loop_ms: 3, page_hit_rate: 0.9, roles: ["web", "worker"] });
    app.clock.advance(61_000);
    const later = await overview();
    expect(later.nodes[0].state).toBe("silent");
    expect(later.is_well).toBe(false);
    app.clock.advance(600_000);
    await new Heartbeat(app.platform, async () => GAUGES).beat();
    expect((await overview()).nodes).toHaveLength(1);
  });

  it("says that there’s no backup, and offers to make one", async () => {
    const { problems, is_well } = await overview();
    expect(is_well).toBe(false);
    expect(problems).toContainEqual(
      expect.objectContaining({ said: "There’s no backup.", action: "back_up" }),
    );
  });

  it("speaks the reader’s language", async () => {
    const answer = await founder.call("GET", "/api/v1/admin/system", undefined, { "x-language": "es" });
    const texts = answer.body.checks.flatMap(({ said, advice }: { said: string; advice: string }) => [
      said,
      advice,
    ]);
    expect(texts).toContain("No hay ninguna copia de seguridad.");
    for (const text of texts) expect(text).not.toMatch(/\b(?:the|this|has|are)\b/i);
  });

  it("is for founders and administrators", async () => {
    for (const [role, status] of [
      ["admin", 200],
      ["moderator", 404],
      ["support", 404],
      ["finance", 404],
      ["user", 404],
    ] as const) {
      const person = await app.signUp();
      await app.platform.db.execute(sql`update users set role = ${role} where id = ${person.id}`);
      for (const path of ["/admin/system", "/admin/system/database", "/admin/system/bundle"])
        expect((await person.api("GET", path)).status, `${role} ${path}`).toBe(status);
      if (status === 404) expect((await person.api("POST", "/admin/system/backups")).status).toBe(404);
    }
  });
});

describe("backups", () => {
  it("are made on request, listed, checked by restoring them, and kept in number", async () => {
    expect((await founder.api("POST", "/admin/system/backups/check")).body).toMatchObject({
      code: "NO_BACKUP",
    });
    expect((await founder.api("POST", "/admin/system/backups")).body).toEqual({ requested: true });
    await founder.api("POST", "/admin/system/backups");
    expect(await eventNames(INSTANCE)).toContain("system.backup_requested");
    await vi.waitUntil(async () => (await overview()).backups.items[0]?.state === "done", WAIT);
    const { backups } = await overview();
    expect(backups).toMatchObject({ is_nightly: false, is_encrypted: true });
    expect(backups.items).toHaveLength(1);
    const [made] = backups.items;
    expect(made).toMatchObject({ cause: "staff", is_encrypted: true, reason: "", verified_at: null });
    expect(made.rows).toBeGreaterThan(20);
    expect(await eventNames(made.id)).toContain("system.backup_made");
    expect((await founder.api("POST", "/admin/system/backups/check")).body).toEqual({ requested: true });
    await vi.waitUntil(async () => (await overview()).backups.items[0]?.verified_at !== null, WAIT);
    expect((await overview()).backups.items[0]).toMatchObject({ verdict: "" });
    expect(await eventNames(made.id)).toContain("system.backup_checked");
  });

  it("aren’t made at night unless that’s set, and then once, also late", async () => {
    const waiting = async () =>
      (await founder.api("GET", "/admin/system/queues/bulk")).body.items.map(
        ({ name }: { name: string }) => name,
      );
    await scheduleBackup(app.platform);
    expect(await waiting()).not.toContain("system.backup");
    await founder.api("PATCH", "/settings", { values: { backup_schedule: "nightly", backup_hour: "3" } });
    await scheduleBackup(app.platform);
    const nightly = async () =>
      (await overview()).backups.items.filter(({ cause }: { cause: string }) => cause === "schedule");
    await vi.waitUntil(async () => (await nightly())[0]?.state === "done", WAIT);
    await scheduleBackup(app.platform);
    expect(await nightly()).toHaveLength(1);
    app.clock.advance(25 * 3_600_000);
    await scheduleBackup(app.platform);
    await vi.waitUntil(async () => (await nightly()).length === 2, WAIT);
    await vi.waitUntil(async () => (await nightly())[0]?.state === "done", WAIT);
    await founder.api("PATCH", "/settings", { values: { backup_schedule: null } });
  });

  it("leave only as many files as are kept, and none of others’", async () => {
    const folder = join(app.dataFolder, "backups");
    await founder.api("PATCH", "/settings", { values: { backups_kept: "2" } });
    app.clock.advance(60_000);
    await runBackup(app.platform, { cause: "staff" });
    const names = await readdir(folder);
    expect(names).toHaveLength(2);
    expect(names).toContain(basename((await overview()).backups.items[0].file));
  });

  it("that fail say why, and it’s the first thing on the screen", async () => {
    const { installation } = app.platform;
    const broken = {
      ...app.platform,
      installation: {
        ...installation,
        config: { ...installation.config, BACKUP_FOLDER: "/dev/null/backups" },
      },
    };
    app.clock.advance(60_000);
    await runBackup(broken, { cause: "staff" });
    const { backups, problems } = await overview();
    expect(backups.items[0]).toMatchObject({ state: "failed" });
    expect(problems.map(({ said }: { said: string }) => said)).toContain("The last backup failed.");
    expect(await eventNames(backups.items[0].id)).toEqual(["system.backup_failed"]);
  });

  it("whose file is gone aren’t taken for whole", async () => {
    const { backups } = await overview();
    const last = backups.items.find(({ state }: { state: string }) => state === "done");
    await app.platform.db.execute(
      sql`update backups set file = '/nowhere/gone.backup' where id = ${last.id}::uuid`,
    );
    await runVerification(app.platform);
    const after = (await overview()).backups.items.find(({ id }: { id: string }) => id === last.id);
    expect(after.verdict).toBe("The file isn’t there anymore, or is on another node’s disk.");
  });
});

describe("jobs", () => {
  const idle: JobType<object> = { name: "test.idle", data: z.object({}) };

  it("that wait can be seen and canceled", async () => {
    await app.platform.enqueue(idle, {}, { delaySeconds: 3600 });
    const waiting = async () =>
      (await founder.api("GET", "/admin/system/queues/quick")).body.items.filter(
        ({ name }: { name: string }) => name === "test.idle",
      );
    const [job] = await waiting();
    expect(job).toMatchObject({ state: "waiting", tries: 0 });
    const path = `/admin/system/queues/quick/${job.id}/cancel`;
    expect((await founder.api("POST", path)).body).toEqual({ id: job.id });
    expect(await waiting()).toEqual([]);
    expect(await eventNames(job.id)).toEqual(["system.job_canceled"]);
    expect((await founder.api("POST", path)).body).toMatchObject({ code: "QUEUED_JOB_NOT_FOUND" });
    const elsewhere = `/admin/system/queues/nowhere/${job.id}/cancel`;
    expect((await founder.api("POST", elsewhere)).body).toMatchObject({ code: "QUEUED_JOB_NOT_FOUND" });
    expect((await founder.api("GET", "/admin/system/queues/dead")).body.items).toEqual([]);
  });

  it("that recur run ahead of their time", async () => {
    const { schedules } = await overview();
    expect(schedules.length).toBeGreaterThan(20);
    for (const { next_run_at, name } of schedules) expect(next_run_at, name).not.toBeNull();
    const name = "system.schedule_backup";
    const answer = await founder.api("POST", `/admin/system/schedules/${name}/run`);
    expect(answer.body).toEqual({ requested: true });
    expect(await eventNames(name)).toEqual(["system.job_requested"]);
    const none = await founder.api("POST", "/admin/system/schedules/none/run");
    expect(none.body).toMatchObject({ code: "SCHEDULE_NOT_FOUND" });
  });
});

describe("the database", () => {
  it("says what it has, without counting", async () => {
    const { body } = await founder.api("GET", "/admin/system/database");
    expect(body.tables.map(({ name }: { name: string }) => name)).toContain("users");
    expect(body).toMatchObject({ kind: app.platform.database.kind, statements_by: "process", locks: [] });
    expect(body.migrations.applied).toBeGreaterThan(20);
  });

  it("has a table tidied up", async () => {
    const answer = await founder.api("POST", "/admin/system/tables/users/tend");
    expect(answer.body).toEqual({ requested: true });
    expect(await eventNames("users")).toEqual(["system.table_tended"]);
    for (const name of ["no_table", "pg_class", "users; drop table users"]) {
      const refused = await founder.api("POST", `/admin/system/tables/${encodeURIComponent(name)}/tend`);
      expect(refused.body).toMatchObject({ code: "TABLE_NOT_FOUND" });
    }
  });
});
