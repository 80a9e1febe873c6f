import * as z from "zod";
import type { Permission } from "#src/lib/access.ts";
import type { NewEvent } from "#src/lib/event.ts";

/** Settings for running one queue's jobs. All numbers are per node. */
export interface JobClass {
  /** The number of batches that run at a time. */
  concurrency: number;
  /** The number of jobs that a worker takes at a time and runs in parallel. */
  batch: number;
  /** The time after which a job counts as failed. */
  expireSeconds: number;
  /** Retries after the first attempt, with growing waits. */
  retries: number;
  /**
   * The number of jobs of one group that run at a time, so that an account with a lot of slow ones delays
   * only itself.
   */
  perGroup?: number;
}

const HOUR_S = 3600;

/** Each class has its own queue, so that work that takes hours never delays work that takes milliseconds. */
export const JOB_CLASSES = {
  /** Reactions to something that just happened. An account with a lot of them comes after the others (`turns.ts`). */
  quick: { concurrency: 3, batch: 10, expireSeconds: 120, retries: 5 },
  /** The instance's e-mail, which depends on other people's servers. The outbox counts failed attempts. */
  mail: { concurrency: 3, batch: 5, expireSeconds: 300, retries: 14 },
  /** What happens by itself to accounts' fans. A busy account delays only itself. */
  automation: { concurrency: 6, batch: 4, expireSeconds: 300, retries: 10, perGroup: 2 },
  /** Calls to other people's servers for accounts: their domains, inboxes, and devices. */
  calls: { concurrency: 8, batch: 4, expireSeconds: 60, retries: 30, perGroup: 2 },
  /** Webhook deliveries, to servers that anyone may have chosen. */
  webhooks: { concurrency: 16, batch: 4, expireSeconds: 60, retries: 30, perGroup: 2 },
  /** Calls about payments, which must not wait for any of the others. */
  money: { concurrency: 4, batch: 2, expireSeconds: 60, retries: 30, perGroup: 1 },
  /** Work that someone requested and can follow and cancel. */
  bulk: { concurrency: 4, batch: 1, expireSeconds: 6 * HOUR_S, retries: 10, perGroup: 1 },
  /** Campaign e-mail: a loop for each sending account, which mostly waits for mail servers. */
  sending: { concurrency: 12, batch: 1, expireSeconds: 30 * 60, retries: 10 },
  /** Single e-mails of accounts. */
  mails: { concurrency: 8, batch: 1, expireSeconds: 300, retries: 14, perGroup: 2 },
  schedule: { concurrency: 2, batch: 1, expireSeconds: 2 * HOUR_S, retries: 3 },
} satisfies Record<string, JobClass>;
export type JobClassName = keyof typeof JOB_CLASSES;

/**
 * A kind of background job: its name and the shape of its data. Never put secrets in it, since it's stored in
 * the database.
 */
export interface JobType<Data extends object> {
  name: string;
  /** Defaults to `quick`. */
  class?: JobClassName;
  data: z.ZodType<Data>;
  retries?: number;
}

/** An entry in a slice's `jobs.ts`: a job and the one verb that runs it. */
export interface JobHandler<Context> {
  job: JobType<object>;
  /** A recurring schedule, in UTC. */
  cron?: string;
  event?: string;
  /**
   * Builds the jobs that such an event queues, instead of a single one. Runs in the announcing transaction.
   */
  each?(context: Context, event: NewEvent): Promise<EnqueuedJob<object>[]>;
  /** May run again after an interruption, so it has to continue from the current state. */
  run(context: Context, data: never): Promise<unknown>;
}

/** Pairs a job with its verb, so that the list in `node/slices.ts` can hold jobs of every shape. */
export function jobHandler<Context, Data extends object>(
  job: JobType<Data>,
  run: (context: Context, data: Data) => Promise<unknown>,
): JobHandler<Context> {
  return { job, run: (context, data) => run(context, job.data.parse(data)) };
}

/** A recurring job that never overlaps itself. */
export function scheduled<Context>(
  name: string,
  cron: string,
  run: (context: Context) => Promise<unknown>,
): JobHandler<Context> {
  return { job: { name, class: "schedule", data: z.object({}) }, cron, run };
}

/** The owner of a job that can be followed, and the amount of work. */
interface Following {
  account: string;
  /** Chosen by the caller, so that a repeated request starts only one job. */
  id: string;
  /** Members with this permission may follow and cancel it, or only the person who started it. */
  permission: Permission;
  started_by: string | null;
  total: number;
}

export interface EnqueueOptions {
  /** The minimum delay before it starts. */
  delaySeconds?: number;
  /** While a job with this key waits or runs, no other is added. */
  key?: string;
  /**
   * Jobs in the same group share the class's `perGroup` limit. The group defaults to the account in their
   * data.
   */
  group?: string;
  /** For jobs of class `bulk`: progress is stored in a row, and the job can be canceled. */
  follow?: Following;
}

export interface EnqueuedJob<Data extends object> extends EnqueueOptions {
  job: JobType<Data>;
  data: Data;
}
