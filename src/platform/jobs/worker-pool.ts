import type { JobResult, JobWithMetadata, PgBoss, WipData } from "pg-boss";
import { JOB_CLASSES, type JobClass, type JobClassName } from "./job-types.ts";

/** In case whatever should have woken a worker got lost. */
const BACKSTOP_SECONDS = 30;

/**
 * One node's workers for a class. pg-boss wakes all of them for a new job, and the pool whenever else there may be
 * something to do. If they asked the database by themselves, an idle node would be busy with that. For the same
 * reason it begins with as few as pg-boss takes, and hires more whenever all are at work.
 */
export class WorkerPool<Data extends object> {
  readonly #boss: PgBoss;
  readonly #name: JobClassName;
  #isStopping = false;

  constructor(boss: PgBoss, name: JobClassName) {
    this.#boss = boss;
    this.#name = name;
  }

  async start(
    lookSeconds: number,
    run: (jobs: JobWithMetadata<Data>[]) => Promise<JobResult[]>,
  ): Promise<void> {
    const { concurrency, batch, perGroup }: JobClass = JOB_CLASSES[this.#name];
    const seconds = Math.max(lookSeconds, BACKSTOP_SECONDS);
    // pg-boss wants room for all of a group's.
    const step = perGroup ?? 1;
    const options = {
      localConcurrency: step,
      batchSize: batch,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: seconds,
      notifyPollingIntervalSeconds: seconds,
      ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
    } as const;
    // pg-boss bursts only with larger batches, and nothing tells it that a group has room again.
    const looksAgain = batch === 1 || perGroup !== undefined;
    const hire = async (): Promise<void> => {
      await this.#boss.work(this.#name, options, async (jobs: JobWithMetadata<Data>[]) => {
        if (looksAgain) this.#wake(this.#workers(true));
        if (jobs.length === batch) this.wakeOne();
        // New ones look for jobs at once.
        const isRoom = this.#workers(true).length + step <= concurrency;
        if (isRoom && this.#workers(false).length === 0 && !this.#isStopping) await hire();
        return run(jobs);
      });
    };
    await hire();
  }

  /** Takes no more jobs, and returns once the current ones are done. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#boss.offWork(this.#name);
  }

  /** Has a worker that isn't at work look for jobs. */
  wakeOne(): void {
    this.#wake(this.#workers(false).slice(0, 1));
  }

  /** Whoever is at work looks again once it's done. */
  #wake(workers: readonly WipData[]): void {
    for (const { id } of workers) this.#boss.notifyWorker(id);
  }

  #workers(atWork: boolean): WipData[] {
    return this.#boss.getWipData().filter(({ name, count }) => name === this.#name && count > 0 === atWork);
  }
}
