// @project server-postgres
import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { openFreshDatabase } from "#test/harness/database.ts";
import { JOB_CLASSES, type JobClass, type JobClassName, type JobType, jobHandler } from "./job-types.ts";
import { Jobs } from "./jobs.ts";
import { SCHEMA } from "./store.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Long enough that nothing has been found by polling. */
const NEVER_SECONDS = 24 * 3600;
const NOW = new Date();

interface Work {
  class: JobClassName;
  /** The account of each, or all are of one. */
  accountOf?(number: number): string;
  lookSeconds?: number;
  retries?: number;
  run(number: number): Promise<void>;
}

/** Queues jobs numbered from 0, all at once. */
async function queue(count: number, work: Work) {
  const { class: name, accountOf = () => "one", lookSeconds = NEVER_SECONDS, retries = 0, run } = work;
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const job: JobType<{ account: string; number: number }> = {
    name: "test.number",
    class: name,
    retries,
    data: z.object({ account: z.string(), number: z.number() }),
  };
  const handlers = [jobHandler(job, (_context: object, { number }) => run(number))];
  const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds });
  onTestFinished(() => jobs.stop(2_000));
  await jobs.start(handlers);
  await jobs.work(handlers, {});
  const queued = Array.from({ length: count }, (_, number) => ({
    job,
    data: { account: accountOf(number), number },
  }));
  await database.orm.transaction((db) => jobs.enqueue(db, queued, NOW));
}

it("whoever takes one job at a time takes the next one at once", async () => {
  const done = Promise.withResolvers<void>();
  const count = JOB_CLASSES.sending.concurrency * 2;
  const numbers = new Set<number>();
  await queue(count, {
    class: "sending",
    async run(number) {
      if (numbers.add(number).size === count) done.resolve();
    },
  });
  await done.promise;
});

it.each(["calls", "webhooks", "money", "mails", "bulk"] as const)(
  "a group’s jobs of class %s follow each other at once",
  async (name) => {
    const done = Promise.withResolvers<void>();
    const { perGroup } = JOB_CLASSES[name];
    const numbers = new Set<number>();
    let [running, most] = [0, 0];
    await queue(12, {
      class: name,
      async run(number) {
        most = Math.max(most, ++running);
        await new Promise(setImmediate);
        running--;
        if (numbers.add(number).size === 12) done.resolve();
      },
    });
    await done.promise;
    expect(most).toBeLessThanOrEqual(perGroup);
  },
);

it.each(["calls", "webhooks", "money", "mails", "bulk"] as const)(
  "one account’s slow jobs of class %s don’t keep others’ waiting, however many there are",
  async (name) => {
    const slow = Promise.withResolvers<void>();
    const quick = Promise.withResolvers<void>();
    await queue(61, {
      class: name,
      accountOf: (number) => (number < 60 ? "slow" : "quick"),
      run: async (number) => (number < 60 ? slow.promise : quick.resolve()),
    });
    onTestFinished(() => slow.resolve());
    await quick.promise;
  },
);

it("whoever is done takes the next job, no matter which of the others are at work", async () => {
  const { concurrency } = JOB_CLASSES.mails;
  const jobs = Array.from({ length: concurrency * 2 }, () => ({
    started: Promise.withResolvers<void>(),
    ended: Promise.withResolvers<void>(),
  }));
  onTestFinished(() => jobs.forEach(({ ended }) => void ended.resolve()));
  const begun: number[] = [];
  await queue(jobs.length, {
    class: "mails",
    accountOf: String,
    async run(number) {
      jobs[begun.push(number) - 1]?.started.resolve();
      await jobs[number]?.ended.promise;
    },
  });
  for (const [at, { started }] of jobs.entries()) {
    if (at >= concurrency) jobs[begun[at - concurrency] ?? 0]?.ended.resolve();
    await started.promise;
  }
});

it("a retry is found though nothing announces it and others are at work", async () => {
  const retried = Promise.withResolvers<void>();
  let tries = 0;
  await queue(2, {
    class: "bulk",
    lookSeconds: 1,
    retries: 1,
    accountOf: String,
    async run(number) {
      if (number === 0) return retried.promise;
      if (++tries === 1) throw new Error("not yet");
      retried.resolve();
    },
  });
  await retried.promise;
  expect(tries).toBe(2);
});

it.each(["quick", "mails"] as const)("nobody looks for jobs of class %s but who’s needed", async (name) => {
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const boss = new PgBoss({ schema: SCHEMA, supervise: false, schedule: false, ...database.jobs });
  onTestFinished(() => boss.stop({ graceful: false }));
  await boss.start();
  const pool = new WorkerPool(boss, name);
  await pool.start(NEVER_SECONDS, async () => []);
  const { perGroup = 1 }: JobClass = JOB_CLASSES[name];
  expect(boss.getWipData()).toHaveLength(perGroup);
  await pool.stop();
  expect(boss.getWipData()).toEqual([]);
});

it("whoever still finds a job while the process stops hires nobody for the next one", async () => {
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const job: JobType<{ number: number }> = {
    name: "test.number",
    class: "bulk",
    retries: 0,
    data: z.object({ number: z.number() }),
  };
  const done: number[] = [];
  const handlers = [jobHandler(job, async (_context: object, { number }) => void done.push(number))];
  const jobs = new Jobs(database, pino({ level: "silent" }), { lookSeconds: NEVER_SECONDS });
  await jobs.start(handlers);
  const queued = [1, 2].map((number) => ({ job, data: { number } }));
  await database.orm.transaction((db) => jobs.enqueue(db, queued, NOW));
  let stopped = Promise.resolve();
  await database.orm.transaction(async (db) => {
    await db.execute(sql`lock table jobs.job_common`);
    await jobs.work(handlers, {});
    stopped = jobs.stop(20_000);
  });
  await stopped;
  expect(done).toHaveLength(1);
});
