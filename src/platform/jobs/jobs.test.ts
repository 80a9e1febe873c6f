import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import { openFreshDatabase } from "#test/harness/database.ts";
import { type Database, rowsOf } from "../db/database.ts";
import { Jobs, type JobType, jobHandler } from "./jobs.ts";

/** Whoever waits for this has not been woken. */
const NEVER_SECONDS = 24 * 3600;
const STOP_MS = 2_000;
const NEVER_MS = NEVER_SECONDS * 1000;
const CROWD = 45;

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

/** A queue that nobody looks into: only what wakes its worker gets a job done. */
async function startGreeting(database: Database, run: (name: string) => Promise<void>): Promise<Jobs> {
  const handlers = [jobHandler(greet, (_context: object, { name }) => run(name))];
  const jobs = new Jobs(database, pino({ level: "silent" }), NEVER_SECONDS);
  open.push(() => jobs.stop(STOP_MS));
  await jobs.start(handlers);
  await jobs.work(handlers, {});
  return jobs;
}

const states = ({ orm }: Database) =>
  rowsOf<{ name: string; state: string }>(
    orm,
    sql`select data->>'name' as name, state::text from jobs.job where name = ${greet.name} order by created_on`,
  );

const enqueue = (database: Database, jobs: Jobs, name: string) =>
  database.orm.transaction((db) => jobs.enqueue(db, { job: greet, data: { name } }));

it("a commit wakes the worker, and a crowd of jobs is no line for the one behind it", async () => {
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

it("a job that fails takes none of those along that came with it", async () => {
  const database = await openDatabase();
  const tries: string[] = [];
  const last = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const jobs = await startGreeting(database, async (name) => {
    tries.push(name);
    if (name === "first") return gate.promise;
    if (name === "broken") throw new Error("broken");
    if (name === "last") last.resolve();
  });
  await enqueue(database, jobs, "first");
  await database.orm.transaction(async (db) => {
    for (const name of ["broken", "fine", "last"]) await jobs.enqueue(db, { job: greet, data: { name } });
  });
  gate.resolve();
  await last.promise;
  expect(tries.sort()).toEqual(["broken", "fine", "first", "last"]);
});

it("stopping waits for the job that is running, and leaves the one behind it to the next start", async () => {
  const database = await openDatabase();
  const began = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const events: string[] = [];
  const jobs = await startGreeting(database, async (name) => {
    began.resolve();
    await gate.promise;
    events.push(name);
  });
  await enqueue(database, jobs, "running");
  await began.promise;
  await enqueue(database, jobs, "behind");
  const stopped = jobs.stop(NEVER_MS).then(() => events.push("stopped"));
  gate.resolve();
  await stopped;
  expect(events).toEqual(["running", "stopped"]);
  expect(await states(database)).toEqual([
    { name: "running", state: "completed" },
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
