import type { ErasedContacts } from "#src/features/audience/contacts/on-erasure.ts";
import type { Platform } from "#src/platform/context.ts";
import { eraseMessages } from "./erasure-store.ts";

/** That erased people got something still counts. What they did isn't known anymore. */
export function eraseContacts(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseMessages(ctx.db, account, ids));
}
