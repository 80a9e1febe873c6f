import * as z from "zod";
import type { SignalType } from "#src/platform/signals.ts";

/** “Powered by” has been added to or removed from an account's pages. */
export const brandingStale: SignalType<{ user_id: string }> = {
  name: "billing.branding_stale",
  payload: z.object({ user_id: z.string() }),
};
