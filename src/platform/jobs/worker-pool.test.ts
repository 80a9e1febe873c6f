import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { openFreshDatabase } from "#test/harness/database.ts";
import { JOB_CLASSES, type JobClassName, type JobType, jobHandler } from "./job-types.ts";
import { Jobs } from "./jobs.ts";

/** Long enough that nothing has been found by polling. */
const NEVER_SECONDS = 24 * 3600;
const NOW = new Date();

interface Work {
  class: JobClassName;
  lookSeconds?: number;
  retries?: number;
  run(number: number): Promise<void>;
}

/** Queues jobs numbered from 0, all at once and in one group. */
async function queue(count: number, { class: name, lookSeconds = NEVER_SECONDS, retries = 0, run }: Work) {
  const database = await openFreshDatabase();
  onTestFinished(() => database.close());
  const job: JobType<{ number: number }> = {
    ...{ name: "test.number", class: name, retries },
    data: z.object({ number: z.number() }),
  };
  const handlers = [jobHandler(job, (_context: object, { number }) => run(number))];
  const jobs = new Jobs(database, pino({ level: "silent" }), lookSeconds);
  onTestFinished(() => jobs.stop(2_000));
  await jobs.start(handlers);
  await jobs.work(handlers, {});
  const queued = Array.from({ length: count }, (_, number) => ({ job, data: { number }, group: "one" }));
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

it.each(["calls", "mails"] as const)("a group’s jobs of class %s follow each other at once", async (name) => {
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
});

it("a retry is found though nothing announces it and others are at work", async () => {
  const retried = Promise.withResolvers<void>();
  let tries = 0;
  await queue(2, {
    ...{ class: "bulk", lookSeconds: 1, retries: 1 },
    async run(number) {
      if (number === 0) return retried.promise;
      if (++tries === 1) throw new Error("not yet");
      retried.resolve();
    },
  });
  await retried.promise;
  expect(tries).toBe(2);
});
