import type { JobResult, JobWithMetadata, PgBoss } from "pg-boss";
import { JOB_CLASSES, type JobClass, type JobClassName } from "./job-types.ts";

/** In case whatever should have woken a worker got lost. */
const BACKSTOP_SECONDS = 30;

/**
 * One node's workers for a class. pg-boss wakes all of them for a new job, and the pool whenever else there may be
 * something to do. If they asked the database by themselves, an idle node would be busy with that.
 */
export class WorkerPool<Data extends object> {
  readonly #boss: PgBoss;
  readonly #name: JobClassName;
  /** Of the workers that can be woken, those that aren't at work. */
  readonly #idle = new Set<string>();

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
    // Only the first worker of a call can be woken, and pg-boss asks for as many as may work on a group.
    const together = perGroup ?? 1;
    const options = {
      batchSize: batch,
      burstWhenBatchFull: true,
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: seconds,
      notifyPollingIntervalSeconds: seconds,
      localConcurrency: together,
      ...(perGroup !== undefined && { localGroupConcurrency: perGroup }),
    } as const;
    // pg-boss bursts only with larger batches, and nothing tells it that a group has room again.
    const looksAgain = batch === 1 || perGroup !== undefined;
    for (let count = 0; count < concurrency; count += together) {
      let busy = 0;
      const id = await this.#boss.work(this.#name, options, async (jobs: JobWithMetadata<Data>[]) => {
        busy++;
        this.#idle.delete(id);
        if (jobs.length === batch) this.wakeOne();
        try {
          return await run(jobs);
        } finally {
          if (--busy === 0) this.#idle.add(id);
          if (looksAgain) this.#boss.notifyWorker(id);
        }
      });
      this.#idle.add(id);
    }
  }

  /** Has a worker that isn't at work look for jobs. */
  wakeOne(): void {
    const [id] = this.#idle;
    if (id !== undefined) this.#boss.notifyWorker(id);
  }
}
