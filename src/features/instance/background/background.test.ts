// @project server-postgres
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { INSTANCE } from "#src/lib/event.ts";
import { DAY_MS } from "#src/lib/time.ts";
import type { Platform } from "#src/platform/context.ts";
import { rowsOf } from "#src/platform/db/database.ts";
import { type JobType, jobHandler } from "#src/platform/jobs/job-types.ts";
import { Jobs } from "#src/platform/jobs/jobs.ts";
import { startApp, type TestApp } from "#test/harness/app.ts";
import type { Client } from "#test/harness/client.ts";
import { eventsOf } from "#test/harness/events.ts";
import { purgeJobs } from "./background.ts";

const STOP_MS = 2_000;
const WAIT = { timeout: 20_000 };

const count: JobType<object> = { name: "test.count", class: "bulk", data: z.object({}), retries: 0 };
const fail: JobType<object> = { name: "test.fail", data: z.object({}), retries: 0 };

let app: TestApp;
let founder: Client;
let owner: Client;
/** What the followed job does, and what becomes of failing ones. */
let counting: (ctx: Platform) => Promise<void>;
let failing: () => Promise<void>;
let jobs: Jobs;

beforeAll(async () => {
  app = await startApp({ ROLES: "web" });
  founder = await app.signUp();
  jobs = new Jobs(app.platform.database, app.platform.log);
  const handlers = [jobHandler(count, (ctx: Platform) => counting(ctx)), jobHandler(fail, () => failing())];
  await jobs.start(handlers);
  await jobs.work(handlers, app.platform);
});
afterAll(async () => {
  await jobs.stop(STOP_MS);
  await app.close();
});
beforeEach(async () => {
  owner = await app.signUp();
});

/** Starts a job of 10 steps that the owner may follow. */
async function begin(): Promise<string> {
  const id = randomUUID();
  const follow = {
    account: owner.id,
    id,
    permission: "leads.delete",
    started_by: owner.id,
    total: 10,
  } as const;
  await app.platform.enqueue(count, {}, { follow });
  return id;
}

const list = async (who = owner) => (await who.api("GET", "/jobs")).body.items;
const cancel = (id: string, who = owner) => who.api("POST", `/jobs/${id}/cancel`);
const stateOf = async () => (await list())[0]?.state;

describe("a job that someone asked for", () => {
  it("says how far it is while it runs, and that it's done", async () => {
    const stepped = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    counting = async (ctx) => {
      await ctx.progress(4);
      stepped.resolve();
      await gate.promise;
      await ctx.write((ctx) => ctx.progress(6));
    };
    const id = await begin();
    await stepped.promise;
    expect(await list()).toMatchObject([{ id, name: "test.count", state: "running", done: 4, total: 10 }]);
    gate.resolve();
    await vi.waitUntil(async () => (await stateOf()) === "done", WAIT);
    expect(await list()).toMatchObject([{ done: 10 }]);
    expect((await cancel(id)).body).toMatchObject({ code: "JOB_ENDED" });
    app.clock.advance(8 * DAY_MS);
    await purgeJobs(app.platform);
    expect(await rowsOf(app.platform.db, sql`select id from followed_jobs`)).toEqual([]);
  });

  it("stops at its next step once it's canceled, and that step leaves nothing behind", async () => {
    const stepped = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<Platform>();
    counting = async (ctx) => {
      await ctx.progress(4);
      stepped.resolve();
      await gate.promise;
      await ctx
        .write(async (ctx) => {
          await ctx.db.execute(sql`delete from users where id = ${owner.id}`);
          await ctx.progress(6);
        })
        .finally(() => ended.resolve(ctx));
    };
    const id = await begin();
    await stepped.promise;
    expect((await cancel(id)).body).toMatchObject({ id, state: "canceled", done: 4 });
    gate.resolve();
    expect((await ended.promise).abortSignal.aborted).toBe(true);
    expect(await list()).toMatchObject([{ id, state: "canceled", done: 4 }]);
    expect((await cancel(id)).status).toBe(409);
    expect((await eventsOf(app, id)).map(({ name, actor }) => [name, actor.id])).toEqual([
      ["job.canceled", owner.id],
    ]);
  });

  it("is the same one if requested twice", async () => {
    counting = async (ctx) => ctx.progress(10);
    const follow = { account: owner.id, id: randomUUID(), permission: "leads.delete", total: 10 } as const;
    for (let time = 0; time < 2; time++) {
      await app.platform.enqueue(count, {}, { follow: { ...follow, started_by: null } });
      await vi.waitUntil(async () => (await stateOf()) === "done", WAIT);
    }
    expect(await list()).toMatchObject([{ done: 10 }]);
  });

  it("can't be seen or canceled by anyone else", async () => {
    const gate = Promise.withResolvers<void>();
    counting = () => gate.promise;
    const id = await begin();
    const stranger = await app.signUp();
    expect(await list(stranger)).toEqual([]);
    expect((await cancel(id, stranger)).body).toMatchObject({ code: "JOB_NOT_FOUND" });
    for (const [role, profileIds] of [
      ["viewer", null],
      ["admin", `{${randomUUID()}}`],
    ] as const) {
      const member = await app.signUp();
      await app.platform.db.execute(
        sql`insert into team_members (account, user_id, role, profile_ids, created_at)
          values (${owner.id}, ${member.id}, ${role}, ${profileIds}::uuid[], now())`,
      );
      const headers = { "x-account": owner.id };
      expect((await member.call("GET", "/api/v1/jobs", undefined, headers)).body.items).toEqual([]);
      const refused = await member.call("POST", `/api/v1/jobs/${id}/cancel`, undefined, headers);
      expect(refused.body).toMatchObject({ code: "JOB_NOT_FOUND" });
    }
    gate.resolve();
  });
});

describe("a job that failed for good", () => {
  const failed = async () => (await founder.api("GET", "/admin/system/failed-jobs")).body.items;

  it("is listed with its reason, without what the reason quotes, and retried or deleted by staff", async () => {
    failing = async () => {
      throw new Error("Query failed\nparams: Mia", {
        cause: new Error('value "Mia Moreno" of mia@example.com breaks "users_email"'),
      });
    };
    await app.platform.enqueue(fail, {});
    await vi.waitUntil(async () => (await failed()).length === 1, WAIT);
    const [job] = await failed();
    expect(job).toMatchObject({ name: "test.fail", reason: 'value … of … breaks "users_email"' });
    const tried = Promise.withResolvers<void>();
    failing = async () => tried.resolve();
    const again = await founder.api("POST", `/admin/system/failed-jobs/${job.id}/try-again`);
    expect(again.body).toEqual({ id: job.id });
    expect((await eventsOf(app, job.id)).map(({ name }) => name)).toEqual(["job.tried_again"]);
    await tried.promise;
    expect(await failed()).toEqual([]);
    expect((await founder.api("POST", `/admin/system/failed-jobs/${job.id}/try-again`)).status).toBe(404);
  });

  it("is tried again with all the others, and where there are none, nothing is said to have happened", async () => {
    const all = async () => (await founder.api("POST", "/admin/system/failed-jobs/try-again")).body;
    expect(await all()).toEqual({ retried: 0 });
    failing = async () => {
      throw new Error("Not today");
    };
    await app.platform.enqueue(fail, {});
    await vi.waitUntil(async () => (await failed()).length === 1, WAIT);
    const tried = Promise.withResolvers<void>();
    failing = async () => tried.resolve();
    expect(await all()).toEqual({ retried: 1 });
    await tried.promise;
    const told = (await eventsOf(app, INSTANCE)).filter(({ payload }) => payload.count === 1);
    expect(told).toHaveLength(1);
  });

  it("is gone when staff delete it", async () => {
    failing = async () => {
      throw new Error("Not today");
    };
    await app.platform.enqueue(fail, {});
    await vi.waitUntil(async () => (await failed()).length === 1, WAIT);
    const [{ id }] = await failed();
    expect((await founder.api("DELETE", `/admin/system/failed-jobs/${id}`)).body).toEqual({ id });
    expect(await failed()).toEqual([]);
    expect((await eventsOf(app, id)).map(({ name }) => name)).toEqual(["job.discarded"]);
    for (const [method, path] of [
      ["DELETE", `/admin/system/failed-jobs/${id}`],
      ["POST", `/admin/system/failed-jobs/${id}/try-again`],
    ] as const) {
      expect((await founder.api(method, path)).body).toMatchObject({ code: "JOB_NOT_FOUND" });
    }
  });
});
