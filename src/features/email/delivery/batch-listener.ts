import type { Platform } from "#src/platform/context.ts";
import type { BatchKey } from "./batch-store.ts";

/** Callbacks for the slices that send: each runs in the transaction that changes the batch. */
export interface BatchListener {
  /** The batch is about to be paused, and isn't locked yet. A slice that locks its own rows before batches does so here. */
  pausing?(ctx: Platform, batch: BatchKey): Promise<void>;
  /** The batch was paused because too much went wrong. */
  paused(ctx: Platform, batch: BatchKey, reason: string): Promise<void>;
  /** None of its messages waits anymore. */
  done(ctx: Platform, batch: BatchKey): Promise<void>;
  /** This many messages became due while nothing was running, and are held until somebody decides. */
  late(ctx: Platform, batch: BatchKey, count: number): Promise<void>;
  /** The process runs again after a pause. Sending waits for this, which runs outside of transactions. */
  resumed(platform: Platform): Promise<void>;
}

let listeners: readonly BatchListener[] = [];

/** The process registers listeners on load, because slices that send come after this one. Each ignores others' batches. */
export function registerBatchListeners(all: readonly BatchListener[]): void {
  listeners = all;
}

export async function tellListeners(tell: (listener: BatchListener) => Promise<void>): Promise<void> {
  for (const listener of listeners) await tell(listener);
}
