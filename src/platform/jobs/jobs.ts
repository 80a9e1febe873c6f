import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
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

const POLL_SECONDS = 1;
const RETRIES = 5;
const RETRY_DELAY_SECONDS = 5;

/** The queue in our own database: jobs are committed with what caused them (pg-boss). */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #log: Logger;

  constructor(database: Database, log: Logger) {
    this.#log = log;
    const shared = { schema: "jobs", schedule: true, supervise: true } as const;
    this.#boss =
      "db" in database.jobs
        ? new PgBoss({ ...shared, db: database.jobs.db, backend: "pglite" })
        : new PgBoss({
            ...shared,
            connectionString: database.jobs.connectionString,
            max: 3,
            useListenNotify: true,
          });
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
      await this.#boss.work(
        name,
        // A new job is announced, but nobody announces that one is due again: it is looked for.
        { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: RETRY_DELAY_SECONDS },
        async (jobs: { data: unknown }[]) => {
          for (const { data } of jobs) {
            await handler.run(context, (data ?? {}) as never).catch((error: unknown) => {
              this.#log.error({ err: error, job: name }, "job failed");
              throw error;
            });
          }
        },
      );
      if (handler.cron) await this.#boss.schedule(name, handler.cron, {});
    }
  }

  /** Adds a job within the caller's transaction. */
  async enqueue<Data extends object>(db: Db, { job, data, delaySeconds = 0 }: Errand<Data>): Promise<void> {
    await this.#boss.send(job.name, job.data.parse(data), {
      db: fromDrizzle(db as never, sql),
      startAfter: delaySeconds,
    });
  }

  stop(timeoutMs: number): Promise<void> {
    return this.#boss.stop({ graceful: true, timeout: timeoutMs });
  }
}
