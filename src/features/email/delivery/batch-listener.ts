import type { Platform } from "#src/platform/context.ts";
import type { BatchKey } from "./batch-store.ts";

/** How those who send hear of what becomes of their batches, each time in the transaction that makes it so. */
export interface BatchListener {
  /** Too much went wrong, so it's paused. */
  paused(ctx: Platform, batch: BatchKey, reason: string): Promise<void>;
  /** Nothing of it waits anymore. */
  done(ctx: Platform, batch: BatchKey): Promise<void>;
  /** The time of so many of its messages passed while nothing was running, so they wait until somebody decides. */
  late(ctx: Platform, batch: BatchKey, count: number): Promise<void>;
  /** Nothing was running for a while, and nothing goes out before this has ended. Outside of transactions. */
  resumed(platform: Platform): Promise<void>;
}

let listeners: readonly BatchListener[] = [];

/** Called on load by the process, because those who send come after this slice. A batch of others' is to be ignored. */
export function registerBatchListeners(all: readonly BatchListener[]): void {
  listeners = all;
}

export async function tellListeners(tell: (listener: BatchListener) => Promise<void>): Promise<void> {
  for (const listener of listeners) await tell(listener);
}
