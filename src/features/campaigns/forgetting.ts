import type { Erased } from "#src/features/contacts/when-erased.ts";
import type { Platform } from "#src/platform/context.ts";
import { forgetMessages } from "./forgetting-store.ts";

/** That erased people got a campaign still counts. What they did isn't known anymore. */
export function forgetContacts(platform: Platform, { account, ids }: Erased): Promise<void> {
  return platform.write((ctx) => forgetMessages(ctx.db, account, ids));
}
