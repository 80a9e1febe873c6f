import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type ConnectionOptions, type JobResult, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { NewEvent } from "#src/lib/event.ts";
import { cutChars } from "#src/lib/text.ts";
import { derivedId } from "../crypto/derived-id.ts";
import { type Database, type Db, runPrepared } from "../db/database.ts";
import {
  type EnqueuedJob,
  JOB_CLASSES,
  type JobClassName,
  type JobHandler,
  type JobType,
} from "./job-types.ts";
import { runJob } from "./run-job.ts";
import {
  DEAD,
  type FollowedKey,
  insertFollowed,
  KILLED,
  listActive,
  SCHEMA,
  updateKilledTries,
  upsertSchedules,
} from "./store.ts";
import { Turns } from "./turns.ts";
import { WorkerPool } from "./worker-pool.ts";

const CLASSES = Object.keys(JOB_CLASSES) as JobClassName[];
const RETRY_DELAY_SECONDS = 5;
/**
 * A new job wakes its workers, but nothing announces a retry that's due. So one worker of each class also
 * polls.
 */
const LOOK_SECONDS = RETRY_DELAY_SECONDS;
/** A node that hasn't reported on its job for this long counts as dead, and another one takes over. */
const SILENT_SECONDS = 20;
const CHECK_SECONDS = 15;
/** Added to a job's own limit. The queue's expiry is only for nodes that no longer enforce that limit. */
const EXPIRY_SLACK_SECONDS = 60;
const DAY_S = 86_400;
const DEAD_DAYS_KEPT = 90;
const NO_JOB = "00000000-0000-0000-0000-000000000000";

interface Envelope {
  job: string;
  data: object;
  /** Set for jobs that can be followed. */
  follow?: FollowedKey;
}

/**
 * The queues in our own database (pg-boss), one per class. Jobs commit together with the change that caused
 * them.
 */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #lookSeconds: number;
  readonly #isEmbedded: boolean;
  readonly #subscribers = new Map<string, JobHandler<never>[]>();
  readonly #pools: WorkerPool<Envelope>[] = [];
  readonly #turns = new Turns();
  readonly #stopping = new AbortController();
  #looking: NodeJS.Timeout | undefined;

  constructor(database: Database, log: Logger, { lookSeconds = LOOK_SECONDS, recurs = true } = {}) {
    this.#database = database;
    this.#log = log;
    this.#lookSeconds = lookSeconds;
    const shared = { schema: SCHEMA, schedule: recurs, supervise: true, useListenNotify: true } as const;
    const watch = { superviseIntervalSeconds: CHECK_SECONDS, monitorIntervalSeconds: CHECK_SECONDS };
    this.#isEmbedded = "db" in database.jobs;
    this.#boss =
      "db" in database.jobs
        ? new PgBoss({ ...shared, db: database.jobs.db, backend: "pglite" })
        : new PgBoss({ ...shared, ...watch, connectionString: database.jobs.connectionString, max: 3 });
    this.#boss.on("error", (error) => log.error({ err: error }, "job queue"));
  }

  /** Starts pg-boss and creates the queues of all classes, whichever node runs their jobs. */
  async start(handlers: JobHandler<never>[]): Promise<void> {
    await this.#boss.start();
    for (const handler of handlers) {
      const { event } = handler;
      if (event !== undefined)
        this.#subscribers.set(event, [...(this.#subscribers.get(event) ?? []), handler]);
    }
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    const prepare = async (name: string, options: Record<string, unknown>) => {
      const queue: object | undefined = known.get(name);
      if (!queue)
        await this.#boss.createQueue(name, { ...options, policy: name === DEAD ? "standard" : "exclusive" });
      else if (Object.entries(options).some(([option, value]) => Reflect.get(queue, option) !== value))
        await this.#boss.updateQueue(name, options);
      else return;
      // Otherwise pg-boss would look the queue up on the first job, and with the embedded database it would
      // wait for that job's own transaction. It knows those it found when it started.
      await this.#boss.findJobs(name, { id: NO_JOB });
    };
    await prepare(DEAD, { retentionSeconds: DEAD_DAYS_KEPT * DAY_S });
    for (const name of CLASSES) await prepare(name, this.#optionsOf(name));
  }

  #optionsOf(name: JobClassName) {
    const { retries, expireSeconds } = JOB_CLASSES[name];
    return {
      retryLimit: retries,
      retryDelay: RETRY_DELAY_SECONDS,
      retryBackoff: true,
      notify: true,
      deadLetter: DEAD,
      expireInSeconds: expireSeconds + EXPIRY_SLACK_SECONDS,
      deleteAfterSeconds: DAY_S,
      heartbeatSeconds: this.#isEmbedded ? null : SILENT_SECONDS,
    };
  }

  /** Adds the jobs of an event's subscribers, in the transaction that announces it. */
  async react<Context extends { db: Db; now(): Date }>(
    ctx: Context,
    name: string,
    event: NewEvent,
  ): Promise<void> {
    const reactions: EnqueuedJob<object>[] = [];
    const { account, id } = event;
    for (const { job, each } of this.#subscribers.get(name) ?? []) {
      if (each) reactions.push(...(await each(ctx as never, event)));
      else reactions.push({ job, data: { account, id } });
    }
    await this.enqueue(ctx.db, reactions, ctx.now());
  }

  async work<Context>(handlers: JobHandler<Context>[], context: Context): Promise<void> {
    // No other process uses the embedded database, so any job in progress was cut off along with its process.
    if (this.#isEmbedded) {
      for (const { name, ids } of await listActive(this.#database.orm, CLASSES)) {
        await this.#boss.fail(name, ids, { message: KILLED });
      }
      await updateKilledTries(this.#database.orm, CLASSES);
    }
    const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));
    for (const name of CLASSES) {
      const pool = new WorkerPool<Envelope>(this.#boss, name);
      await pool.start(this.#lookSeconds, (jobs) =>
        Promise.all(jobs.map((job) => this.#run(byName, context, job))),
      );
      this.#pools.push(pool);
    }
    this.#looking = setInterval(() => void this.#look(), this.#lookSeconds * 1000).unref();
    const recurring = handlers.flatMap(({ job, cron }) =>
      cron === undefined ? [] : [{ queue: classOf(job), job: job.name, cron }],
    );
    await upsertSchedules(this.#database.orm, recurring);
  }

  async #look(): Promise<void> {
    try {
      if (!this.#isEmbedded) await updateKilledTries(this.#database.orm, CLASSES);
    } catch (error) {
      this.#log.warn({ err: error }, "jobs of killed processes wait longer");
    }
    for (const pool of this.#pools) pool.wakeOne();
  }

  /** Each job of a batch succeeds or fails on its own. */
  async #run<Context>(
    handlers: Map<string, JobHandler<Context>>,
    context: Context,
    { id, name, data, retryCount, retryLimit }: JobWithMetadata<Envelope>,
  ): Promise<JobResult> {
    const job = data.job;
    const { expireSeconds } = JOB_CLASSES[name as JobClassName];
    try {
      const handler = handlers.get(job);
      if (!handler) throw new Error("This version of Fanfare has no such job.");
      await runJob(handler, context, { ...data, expireSeconds, stopping: this.#stopping.signal });
      return { id, status: "completed" };
    } catch (error) {
      const isLast = retryCount >= retryLimit;
      const told = { err: error, job, job_id: id };
      if (isLast) this.#log.error(told, "job failed for good; staff find it under System");
      else this.#log.warn(told, "job failed, and is tried again");
      return { id, status: "failed", output: { message: reasonOf(error) } };
    }
  }

  /** Adds jobs in the caller's transaction, with one statement per class. */
  async enqueue(db: Db, jobs: EnqueuedJob<object>[], now: Date): Promise<void> {
    const isNew = await Promise.all(
      jobs.map(async ({ job, follow }) => {
        if (!follow) return true;
        const row = { ...follow, job_id: followedId(follow), name: job.name, created_at: now.toISOString() };
        return insertFollowed(db, row);
      }),
    );
    const byClass = Map.groupBy(
      jobs.filter((_, index) => isNew[index]),
      ({ job }) => classOf(job),
    );
    for (const [name, sent] of byClass) {
      const rows = sent.map((one) => ({ ...toRow(one), ...this.#turnOf(one) }));
      await this.#boss.insert(name, rows, { db: within(db) });
    }
  }

  /** In classes that limit each account's jobs, a busy one delays only itself anyway. */
  #turnOf(enqueued: EnqueuedJob<object>): { priority?: number } {
    const group = enqueued.group ?? accountOf(enqueued);
    if (group === undefined || classOf(enqueued.job) !== "quick") return {};
    return { priority: this.#turns.next(group, performance.now()) };
  }

  /** Ends a followed job: a waiting one never starts, and a running one is aborted. */
  async cancel(db: Db, key: FollowedKey): Promise<boolean> {
    return didSomething(await this.#boss.cancel("bulk", followedId(key), { db: within(db) }));
  }

  /** Ends any job that waits or runs. False if it has ended already. */
  async cancelQueued(db: Db, queue: string, id: string): Promise<boolean> {
    return didSomething(await this.#boss.cancel(queue, id, { db: within(db) }));
  }

  /** Gives all permanently failed jobs another round of tries. Returns how many there were. */
  tryAllAgain(db: Db): Promise<number> {
    return this.#boss.redrive(DEAD, { db: within(db) });
  }

  /** Gives a permanently failed job another round of tries. False if it's gone. */
  async tryAgain(db: Db, id: string): Promise<boolean> {
    return (await this.#boss.redrive(DEAD, { ids: [id], db: within(db) })) > 0;
  }

  async discard(db: Db, id: string): Promise<boolean> {
    return didSomething(await this.#boss.deleteJob(DEAD, id, { db: within(db) }));
  }

  /**
   * Stops taking jobs, aborts the running ones, and waits up to `timeoutMs` for them. Any that aren't done by
   * then count as a failed attempt. pg-boss's own graceful stop only checks every half second.
   */
  async stop(timeoutMs: number): Promise<void> {
    clearInterval(this.#looking);
    this.#stopping.abort(new Error("The process stops."));
    const idle = Promise.all(this.#pools.map((pool) => pool.stop()));
    await Promise.race([idle, wait(timeoutMs, undefined, { ref: false })]);
    await this.#boss.stop({ graceful: false });
  }
}

function classOf(job: JobType<object>): JobClassName {
  return job.class ?? "quick";
}

function accountOf({ data, follow }: EnqueuedJob<object>): string | undefined {
  const account = follow?.account ?? Reflect.get(data, "account");
  return typeof account === "string" ? account : undefined;
}

function toRow(enqueued: EnqueuedJob<object>) {
  const { job, data, delaySeconds = 0, key, follow, group = accountOf(enqueued) } = enqueued;
  const id = follow ? followedId(follow) : randomUUID();
  const envelope: Envelope = {
    job: job.name,
    data: job.data.parse(data),
    ...(follow && { follow: { account: follow.account, id: follow.id } }),
  };
  return {
    id,
    data: envelope,
    singletonKey: key === undefined ? (job.class === "schedule" ? job.name : id) : `${job.name} ${key}`,
    ...(group !== undefined && { group: { id: group } }),
    ...(delaySeconds > 0 && { startAfter: delaySeconds }),
    ...(job.retries !== undefined && { retryLimit: job.retries }),
  };
}

/** Includes the account, because two accounts may choose the same id. */
function followedId({ account, id }: FollowedKey): string {
  return derivedId(account, id);
}

/** pg-boss returns a count that its types don't declare. */
function didSomething(response: { affected?: number }): boolean {
  return (response.affected ?? 0) > 0;
}

/** pg-boss's statements are long and never change. Planning one took as long as running it. */
const names = new Map<string, string>();

function within(db: Db): NonNullable<ConnectionOptions["db"]> {
  return {
    async executeSql(text, values = []) {
      const name = names.get(text) ?? `jobs_${names.size}`;
      names.set(text, name);
      return { rows: await runPrepared(db, { name, text }, values) };
    },
  };
}

const REASON_CHARS_MAX = 300;

/** Returns the root cause of a failed job for staff, without the values and addresses that it may quote. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "Unknown error";
  if (error.cause instanceof Error) return reasonOf(error.cause);
  const [line = ""] = error.message.split("\n");
  const words = line.replace(/(?<!\S)\S+@\S+/g, "…").replace(/"(?![\w.]+")[^"]*"/g, "…");
  return cutChars(words || error.name, REASON_CHARS_MAX);
}
