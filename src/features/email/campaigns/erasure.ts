import type { ErasedContacts } from "#src/features/audience/contacts/on-erasure.ts";
import type { Platform } from "#src/platform/context.ts";
import { eraseMessages } from "./erasure-store.ts";

/** Erased people still count as recipients, but their actions are no longer known. */
export function eraseContacts(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseMessages(ctx.db, account, ids));
}
