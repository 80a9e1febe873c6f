import * as z from "zod";
import type { SignalType } from "#src/platform/signals.ts";

/** Other prices count for whoever buys now. */
export const pricesChanged: SignalType<object> = {
  name: "entitlements.prices-changed",
  payload: z.object({}),
};

/** Staff gave an account something, took it back, or its time is over. */
export const grantsStale: SignalType<{ user_id: string }> = {
  name: "entitlements.grants-stale",
  payload: z.object({ user_id: z.string() }),
};
