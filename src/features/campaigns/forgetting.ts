import type { Platform } from "#src/platform/context.ts";
import { forgetMessages } from "./forgetting-store.ts";

/** That erased people got a campaign still counts. What they did isn't known anymore. */
export function forgetContacts(
  platform: Platform,
  { account, payload: { ids } }: { account: string; payload: { ids: readonly string[] } },
): Promise<void> {
  return platform.write((ctx) => forgetMessages(ctx.db, account, ids));
}
