import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { openFreshDatabase } from "#test/harness/database.ts";
import { type Database, rowsOf } from "../db/database.ts";
import { JOB_CLASSES, type JobHandler, type JobType, jobHandler, scheduled } from "./job-types.ts";
import { Jobs } from "./jobs.ts";
import { runJob } from "./run-job.ts";
import { updateKilledTries } from "./store.ts";

/** Long enough that a worker that finishes in time must have been woken. */
const NEVER_SECONDS = 24 * 3600;
const STOP_MS = 2_000;
const NEVER_MS = NEVER_SECONDS * 1000;
const CROWD = 45;
const NOW = new Date();

const greet: JobType<{ name: string }> = {
  name: "test.greet",
  data: z.object({ name: z.string() }),
  retries: 0,
};

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function openDatabase(): Promise<Database> {
  const database = await openFreshDatabase();
  open.push(() => database.close());
  return database;
}

/** A queue that nobody polls, so a job runs only if something wakes its worker. */
async function startGreeting(database: Database, run: (name: string) => Promise<void>): Promise<Jobs> {
  const handlers = [jobHandler(greet, (_context: object, { name }) => run(name))];
  const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds: NEVER_SECONDS });
  open.push(() => jobs.stop(STOP_MS));
  await jobs.start(handlers);
  await jobs.work(handlers, {});
  return jobs;
}

const states = ({ orm }: Database) =>
  rowsOf<{ name: string; state: string }>(
    orm,
    sql`select data->'data'->>'name' as name, state::text from jobs.job where data->>'job' = ${greet.name} and name <> 'dead'
      order by created_on`,
  );

const enqueue = (database: Database, jobs: Jobs, name: string) =>
  database.orm.transaction((db) => jobs.enqueue(db, [{ job: greet, data: { name } }], NOW));

it("a commit wakes the worker, and a crowd of jobs doesn't hold up the next one", async () => {
  const database = await openDatabase();
  const done: string[] = [];
  const honest = Promise.withResolvers<void>();
  const jobs = await startGreeting(database, async (name) => {
    done.push(name);
    if (name === "honest") honest.resolve();
  });
  for (let index = 0; index < CROWD; index++) await enqueue(database, jobs, `crowd ${index}`);
  await enqueue(database, jobs, "honest");
  await honest.promise;
  expect(new Set(done).size).toBe(done.length);
  expect(done.length).toBeGreaterThan(CROWD - 10);
});

it("a failing job doesn't take down the others in its batch", async () => {
  const database = await openDatabase();
  const tries: string[] = [];
  const all = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const jobs = await startGreeting(database, async (name) => {
    // Several workers take jobs, so any of them may be the last.
    if (tries.push(name) === 4) all.resolve();
    if (name === "first") return gate.promise;
    if (name === "broken") throw new Error("broken");
  });
  await enqueue(database, jobs, "first");
  await database.orm.transaction(async (db) => {
    const crowd = ["broken", "fine", "last"].map((name) => ({ job: greet, data: { name } }));
    await jobs.enqueue(db, crowd, NOW);
  });
  gate.resolve();
  await all.promise;
  expect(tries.sort()).toEqual(["broken", "fine", "first", "last"]);
});

it("stopping waits for the running jobs and leaves the next one for the next start", async () => {
  const database = await openDatabase();
  const began = Array.from({ length: JOB_CLASSES.quick.concurrency }, () => Promise.withResolvers<void>());
  const gate = Promise.withResolvers<void>();
  const events: string[] = [];
  const jobs = await startGreeting(database, async (name) => {
    events.push(name);
    began[events.length - 1]?.resolve();
    await gate.promise;
  });
  // A worker with nothing to do may be looking for work just when the stop begins.
  for (const { promise } of began) {
    await enqueue(database, jobs, "running");
    await promise;
  }
  const stopped = jobs.stop(NEVER_MS).then(() => events.push("stopped"));
  await enqueue(database, jobs, "behind");
  gate.resolve();
  await stopped;
  expect(events).toEqual([...began.map(() => "running"), "stopped"]);
  expect(await states(database)).toEqual([
    ...began.map(() => ({ name: "running", state: "completed" })),
    { name: "behind", state: "created" },
  ]);
});

it("a job that outlasts the stop counts as a failed try", async () => {
  const database = await openDatabase();
  const began = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const jobs = await startGreeting(database, () => {
    began.resolve();
    return gate.promise;
  });
  await enqueue(database, jobs, "endless");
  await began.promise;
  await jobs.stop(0);
  expect(await states(database)).toEqual([{ name: "endless", state: "failed" }]);
  gate.resolve();
});

it("a job isn't added again under its key while it waits or runs, and is once it's done", async () => {
  const database = await openDatabase();
  const runs: string[] = [];
  let gate = Promise.withResolvers<void>();
  let began = Promise.withResolvers<void>();
  const jobs = await startGreeting(database, async (name) => {
    runs.push(name);
    began.resolve();
    await gate.promise;
  });
  const enqueueKeyed = (name: string) =>
    database.orm.transaction((db) => jobs.enqueue(db, [{ job: greet, data: { name }, key: "one" }], NOW));
  await enqueueKeyed("first");
  await enqueueKeyed("while it waits");
  await began.promise;
  await enqueueKeyed("while it runs");
  gate.resolve();
  const isDone = async () => (await states(database)).every(({ state }) => state === "completed");
  await vi.waitUntil(isDone, { timeout: 20_000 });
  gate = Promise.withResolvers();
  began = Promise.withResolvers();
  await enqueueKeyed("afterwards");
  await began.promise;
  gate.resolve();
  expect(runs).toEqual(["first", "afterwards"]);
});

it("a job is told when its process stops", async () => {
  const database = await openDatabase();
  const began = Promise.withResolvers<void>();
  const handler = jobHandler(greet, async ({ abortSignal }: { abortSignal: AbortSignal }) => {
    began.resolve();
    await new Promise((resolve) => abortSignal.addEventListener("abort", resolve));
  });
  const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds: NEVER_SECONDS });
  await jobs.start([handler]);
  await jobs.work([handler], {} as { abortSignal: AbortSignal });
  await enqueue(database, jobs, "long");
  await began.promise;
  await jobs.stop(NEVER_MS);
  expect(await states(database)).toEqual([{ name: "long", state: "completed" }]);
});

it("a job that takes too long has failed, whether or not it obeys its signal", async () => {
  const heard: boolean[] = [];
  const deaf = jobHandler(greet, ({ abortSignal }: { abortSignal: AbortSignal }) => {
    abortSignal.addEventListener("abort", () => heard.push(true));
    return new Promise<never>(() => {});
  });
  const run = { data: { name: "x" }, expireSeconds: 0.01, stopping: new AbortController().signal };
  await expect(runJob(deaf, {} as never, run)).rejects.toThrow("It took longer than 0.01 seconds.");
  expect(heard).toEqual([true]);
});

it("recurring jobs are those of this version, at its times", async () => {
  const database = await openDatabase();
  const kept = async (handlers: JobHandler<never>[]) => {
    const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds: NEVER_SECONDS });
    await jobs.start(handlers);
    await jobs.work(handlers, {} as never);
    await jobs.stop(STOP_MS);
    return rowsOf(database.orm, sql`select name, key, cron, timezone, data from jobs.schedule order by key`);
  };
  const row = (key: string, cron: string) => ({
    name: "schedule",
    key,
    cron,
    timezone: "UTC",
    data: { job: key, data: {} },
  });
  const run = async () => {};
  const first = [scheduled("test.a", "1 2 * * *", run), scheduled("test.b", "2 3 * * *", run)];
  expect(await kept(first)).toEqual([row("test.a", "1 2 * * *"), row("test.b", "2 3 * * *")]);
  const later = [scheduled("test.b", "4 5 * * *", run), scheduled("test.c", "5 6 * * *", run)];
  expect(await kept(later)).toEqual([row("test.b", "4 5 * * *"), row("test.c", "5 6 * * *")]);
  expect(await kept([])).toEqual([]);
});

it("a kill takes none of a job's tries, and it goes on soon, unless it's the job that kills", async () => {
  const database = await openDatabase();
  const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds: NEVER_SECONDS });
  open.push(() => jobs.stop(STOP_MS));
  await jobs.start([]);
  const fail = async (output: object, tries: number) => {
    await enqueue(database, jobs, "nora");
    await database.orm.execute(sql`update jobs.job set state = 'retry', retry_limit = 5, retry_count = ${tries},
      start_after = now() + interval '1 hour', output = ${JSON.stringify(output)}::jsonb where name = 'quick'`);
    for (let look = 0; look < 2; look++) await updateKilledTries(database.orm, ["quick"]);
    return rowsOf(
      database.orm,
      sql`with gone as (delete from jobs.job where name = 'quick' returning *)
        select retry_limit, start_after < now() + interval '1 minute' as is_soon from gone`,
    );
  };
  const forgiven = [{ retry_limit: 6, is_soon: true }];
  expect(await fail({ message: "Its process was killed." }, 5)).toEqual(forgiven);
  expect(await fail({ value: { message: "job heartbeat timeout" } }, 5)).toEqual(forgiven);
  const counted = [{ retry_limit: 5, is_soon: false }];
  expect(await fail({ message: "Its process was killed." }, 20)).toEqual(counted);
  expect(await fail({ message: "Something else." }, 1)).toEqual(counted);
});
