/* Pauses batches in which too much goes wrong. */
import type { Platform } from "#src/platform/context.ts";
import { tellListeners } from "./batch-listener.ts";
import { type BatchKey, updateBatchState } from "./batch-store.ts";
import { RECENT_MESSAGES, RECENT_REFUSALS_MAX } from "./rules.ts";
import { countRecentRefusals } from "./send/ledger-store.ts";

/** Pauses a batch because too much goes wrong. */
export function pauseBatch(platform: Platform, key: BatchKey, reason: string): Promise<void> {
  return platform.write(async (ctx) => {
    await tellListeners(async (listener) => listener.pausing?.(ctx, key));
    if (await updateBatchState(ctx.db, key, { from: "sending", to: "paused", now: ctx.now() }))
      await tellListeners((listener) => listener.paused(ctx, key, reason));
  });
}

/** 5.10.14: pauses a batch if too many of its last messages were refused or have come back. */
export async function enforceErrorBudget(platform: Platform, key: BatchKey, words: string): Promise<void> {
  if ((await countRecentRefusals(platform.db, key, RECENT_MESSAGES)) >= RECENT_REFUSALS_MAX)
    await pauseBatch(platform, key, `Too many addresses were refused. The last answer: ${words}`);
}
