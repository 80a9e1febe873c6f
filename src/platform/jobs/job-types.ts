import * as z from "zod";
import type { Permission } from "#src/lib/access.ts";
import type { EventKey } from "#src/lib/event.ts";
import type { Db } from "../db/database.ts";

/** How one queue's jobs are run. All numbers are per node. */
export interface JobClass {
  /** How many batches run at a time. */
  concurrency: number;
  /** How many jobs a worker takes at a time and runs in parallel. */
  batch: number;
  /** How long one may take before it counts as failed. */
  expireSeconds: number;
  /** Retries after the first attempt, with growing waits. */
  retries: number;
  /** How many jobs of one group run at a time, so that an account with a lot of slow ones delays only itself. */
  perGroup?: number;
}

const HOUR_S = 3600;

/** Each class has its own queue, so that work that takes hours never delays work that takes milliseconds. */
export const JOB_CLASSES = {
  /** Reactions to something that just happened. */
  quick: { concurrency: 3, batch: 10, expireSeconds: 120, retries: 5 },
  /** E-mail, which depends on other people's servers. The outbox counts the tries that they refuse. */
  mail: { concurrency: 3, batch: 5, expireSeconds: 300, retries: 14 },
  /** Calls to other people's servers for accounts: their domains, inboxes, and devices. */
  calls: { concurrency: 8, batch: 4, expireSeconds: 60, retries: 30, perGroup: 2 },
  /** Calls that pass on accounts' events, to servers that anyone may have chosen. */
  webhooks: { concurrency: 16, batch: 4, expireSeconds: 60, retries: 30, perGroup: 2 },
  /** Calls about payments, which wait for none of the others. */
  money: { concurrency: 4, batch: 2, expireSeconds: 60, retries: 30, perGroup: 1 },
  /** Work that someone asked for and can follow and cancel. */
  bulk: { concurrency: 4, batch: 1, expireSeconds: 6 * HOUR_S, retries: 10, perGroup: 1 },
  /** Campaigns' e-mail: a loop for each sending account, which mostly waits for mail servers. */
  sending: { concurrency: 12, batch: 1, expireSeconds: 30 * 60, retries: 10 },
  /** E-mail of accounts, one by one. */
  mails: { concurrency: 8, batch: 1, expireSeconds: 300, retries: 14, perGroup: 2 },
  /** Recurring work. */
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
  /** Overrides its class's value. */
  retries?: number;
}

/** An entry in a slice's `jobs.ts`: a job and the one verb that runs it. */
export interface JobHandler<Context> {
  job: JobType<object>;
  /** When it recurs, in UTC. */
  cron?: string;
  /** For a subscription, the name of the event that queues it. */
  event?: string;
  /**
   * Builds the jobs that such an event queues, instead of a single one. Runs in the announcing transaction.
   */
  each?(context: { db: Db; now(): Date }, event: EventKey): Promise<EnqueuedJob<object>[]>;
  /** May run again after an interruption, so it has to continue from the current state. */
  run(context: Context, data: never): Promise<unknown>;
}

/** Pairs a job with its verb, so that the list in `node/slice-jobs.ts` can hold jobs of every shape. */
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

/** Who owns a job that can be followed, and how much work it has. */
interface Following {
  account: string;
  /** Chosen by the caller, so that asking twice starts only one job. */
  id: string;
  /** Who may follow and cancel it: members with this permission, or only the person who started it. */
  permission: Permission;
  started_by: string | null;
  total: number;
}

export interface EnqueueOptions {
  /** The least time to wait before it starts. */
  delaySeconds?: number;
  /** While a job with this key waits or runs, another isn't added. */
  key?: string;
  /** Jobs in the same group share the class's `perGroup` limit. By default, the account in their data is their group. */
  group?: string;
  /** For jobs of class `bulk`: progress is stored in a row, and the job can be canceled. */
  follow?: Following;
}

export interface EnqueuedJob<Data extends object> extends EnqueueOptions {
  job: JobType<Data>;
  data: Data;
}
