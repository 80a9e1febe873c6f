import type { AccountPart } from "#src/platform/account-part.ts";
import { hookPurpose } from "./hooks.ts";
import { inboxPurpose } from "./inbound.ts";
import { inboxes, mailHooks, mailHookTokens } from "./tables.ts";

export const inboundPart: AccountPart = {
  // What people wrote is part of their contact. Where we look for it takes a password to set up again.
  tables: [
    { table: inboxes, by: { account: inboxes.user_id } },
    { table: mailHookTokens, by: { account: mailHookTokens.user_id } },
    { table: mailHooks, by: { account: mailHooks.user_id } },
  ],
  sealed: [
    { table: inboxes, key: [inboxes.user_id, inboxes.mailbox_id], purposes: { secret: inboxPurpose } },
    { table: mailHooks, key: [mailHooks.user_id, mailHooks.mailbox_id], purposes: { secret: hookPurpose } },
  ],
};
