import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { fromDrizzle, type JobResult, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type * as z from "zod";
import type { Database, Db } from "../db/database.ts";

/** A kind of background job: its queue's name and the shape of what it carries. */
export interface JobType<Data extends object> {
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first one, with growing waits. */
  retries?: number;
}

/** What a slice's `jobs.ts` lists: a job and the one verb that does it. `cron` (UTC) makes it recur. */
export interface JobHandler<Context> {
  job: JobType<object>;
  cron?: string;
  run(context: Context, data: never): Promise<void>;
}

/** Ties a job to its verb, so that the list in `node/slices.ts` can hold jobs of every shape. */
export function jobHandler<Context, Data extends object>(
  job: JobType<Data>,
  run: (context: Context, data: Data) => Promise<void>,
  cron?: string,
): JobHandler<Context> {
  return { job, cron, run: (context, data) => run(context, job.data.parse(data)) };
}

interface Errand<Data extends object> {
  job: JobType<Data>;
  data: Data;
  /** Begins that much later at the earliest. */
  delaySeconds?: number | undefined;
}

/** How many jobs of one kind a node does at a time. */
const BATCH = 10;
const RETRIES = 5;
const RETRY_DELAY_SECONDS = 5;
/** A new job wakes its workers. Nobody announces that one is due again, so workers also look for those. */
const LOOK_SECONDS = RETRY_DELAY_SECONDS;

/** The queue in our own database: jobs are committed with what caused them (pg-boss). */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;
  readonly #lookSeconds: number;
  /** The queues this node has workers for. */
  readonly #workedOff: string[] = [];

  constructor(database: Database, log: Logger, lookSeconds = LOOK_SECONDS) {
    this.#log = log;
    this.#lookSeconds = lookSeconds;
    const shared = { schema: "jobs", schedule: true, supervise: true, useListenNotify: true } as const;
    this.#boss =
      "db" in database.jobs
        ? new PgBoss({ ...shared, db: database.jobs.db, backend: "pglite" })
        : new PgBoss({ ...shared, connectionString: database.jobs.connectionString, max: 3 });
    this.#boss.on("error", (error) => log.error({ err: error }, "job queue"));
  }

  /** Starts the queue; every job's queue exists afterwards, whichever node works it off. */
  async start(handlers: JobHandler<never>[]): Promise<void> {
    await this.#boss.start();
    for (const { job } of handlers) {
      await this.#boss.createQueue(job.name, {
        retryLimit: job.retries ?? RETRIES,
        retryDelay: RETRY_DELAY_SECONDS,
        retryBackoff: true,
        notify: true,
      });
    }
  }

  async work<Context>(handlers: JobHandler<Context>[], context: Context): Promise<void> {
    for (const handler of handlers) {
      const { name } = handler.job;
      this.#workedOff.push(name);
      await this.#boss.work(
        name,
        {
          batchSize: BATCH,
          burstWhenBatchFull: true,
          perJobResults: true,
          pollingIntervalSeconds: this.#lookSeconds,
          notifyPollingIntervalSeconds: this.#lookSeconds,
        },
        (jobs: { id: string; data: unknown }[]) =>
          Promise.all(jobs.map(({ id, data }) => this.#run(handler, context, { id, data }))),
      );
      if (handler.cron) await this.#boss.schedule(name, handler.cron, {});
    }
  }

  /** Each job of a batch succeeds or fails by itself. */
  async #run<Context>(
    handler: JobHandler<Context>,
    context: Context,
    { id, data }: { id: string; data: unknown },
  ): Promise<JobResult> {
    try {
      await handler.run(context, (data ?? {}) as never);
      return { id, status: "completed" };
    } catch (error) {
      this.#log.error({ err: error, job: handler.job.name }, "job failed");
      return {
        id,
        status: "failed",
        output: { message: error instanceof Error ? error.message : String(error) },
      };
    }
  }

  /** Adds a job within the caller's transaction. */
  async enqueue<Data extends object>(db: Db, { job, data, delaySeconds = 0 }: Errand<Data>): Promise<void> {
    await this.#boss.send(job.name, job.data.parse(data), {
      db: fromDrizzle(db as never, sql),
      startAfter: delaySeconds,
    });
  }

  /**
   * Takes no more jobs and waits for those that are running, for `timeoutMs` at most. What isn't done by then counts as a
   * failed try. pg-boss's own graceful stop only looks every half second whether it is done.
   */
  async stop(timeoutMs: number): Promise<void> {
    const idle = Promise.all(this.#workedOff.map((name) => this.#boss.offWork(name)));
    await Promise.race([idle, wait(timeoutMs, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false });
  }
}
