import { failure } from "#src/lib/errors.ts";
import { FairQueue, QueueFull, TenantQueueFull } from "#src/lib/fair-queue.ts";
import { ACCOUNT_DATA_ERRORS } from "./contract.ts";

const RETRY_SECONDS = 60;

/** One at a time, because each takes a lot of memory. Waiting ones hold their file in memory. */
const queue = new FairQueue({ workers: 1, waitingMax: 5, waitingPerAccountMax: 1 });

export async function importInTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(account, work);
  } catch (error) {
    const detail = { data: { retry_after_s: RETRY_SECONDS } };
    if (error instanceof TenantQueueFull) throw failure(ACCOUNT_DATA_ERRORS, "IMPORT_WAITING", detail);
    if (error instanceof QueueFull) throw failure(ACCOUNT_DATA_ERRORS, "IMPORTS_BUSY", detail);
    throw error;
  }
}
