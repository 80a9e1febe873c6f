import type { Db } from "../db/database.ts";
import type { JobHandler } from "./job-types.ts";
import { type FollowedKey, updateProgress } from "./store.ts";

interface Run {
  data: object;
  follow?: FollowedKey;
  expireSeconds: number;
  stopping: AbortSignal;
}

class Canceled extends Error {}

/**
 * Runs a job with a context whose `abortSignal` says when to stop. A canceled job counts as done. One that
 * exceeds its time is abandoned and counts as failed.
 */
export async function runJob<Context>(
  { job, run }: JobHandler<Context>,
  context: Context,
  { data, follow, expireSeconds, stopping }: Run,
): Promise<void> {
  const own = new AbortController();
  const expired = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(`It took longer than ${expireSeconds} seconds.`);
    own.abort(error);
    expired.reject(error);
  }, expireSeconds * 1000);
  const ctx = {
    ...context,
    actor: { type: "system", job: job.name },
    abortSignal: AbortSignal.any([own.signal, stopping]),
    async progress(this: { db: Db }, steps: number) {
      if (!follow || (await updateProgress(this.db, follow, steps))) return;
      const canceled = new Canceled("It was canceled.");
      own.abort(canceled);
      throw canceled;
    },
  };
  try {
    await Promise.race([run(ctx, data as never), expired.promise]);
  } catch (error) {
    if (!(own.signal.reason instanceof Canceled)) throw error;
  } finally {
    clearTimeout(timer);
  }
}
