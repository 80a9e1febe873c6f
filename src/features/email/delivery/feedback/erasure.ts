import type { ErasedContacts } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { eraseMessages } from "./erasure-store.ts";

/** Messages to erased people still count as sent. Their opens and clicks are gone. */
export function eraseContacts(platform: Platform, { account, ids }: ErasedContacts): Promise<void> {
  return platform.write((ctx) => eraseMessages(ctx.db, account, ids));
}
