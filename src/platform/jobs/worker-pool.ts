import type { JobResult, JobWithMetadata, PgBoss, WipData } from "pg-boss";
import { JOB_CLASSES, type JobClass, type JobClassName } from "./job-types.ts";

/** A safety net in case the notification that should have woken a worker got lost. */
const BACKSTOP_SECONDS = 30;

/**
 * One node's workers for a class. pg-boss wakes all of them for a new job, and the pool does whenever there
 * may be something else to do. Workers that polled on their own would keep an idle node busy. For the same
 * reason the pool begins with as few as pg-boss allows, and adds more whenever all are busy.
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
    // pg-boss needs enough workers for a whole group.
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

  /** Makes one idle worker look for jobs. */
  wakeOne(): void {
    this.#wake(this.#workers(false).slice(0, 1));
  }

  /** Busy workers look again once they're done. */
  #wake(workers: readonly WipData[]): void {
    for (const { id } of workers) this.#boss.notifyWorker(id);
  }

  #workers(atWork: boolean): WipData[] {
    return this.#boss.getWipData().filter(({ name, count }) => name === this.#name && count > 0 === atWork);
  }
}
