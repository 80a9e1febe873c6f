import type { AccountPart } from "#src/platform/account-part.ts";
import { inboxes, mailHooks, mailHookTokens } from "./tables.ts";

export const inboundPart: AccountPart = {
  // What people wrote is part of their contact. Where we look for it takes a password to set up again.
  tables: [
    { table: inboxes, by: { account: inboxes.user_id } },
    { table: mailHookTokens, by: { account: mailHookTokens.user_id } },
    { table: mailHooks, by: { account: mailHooks.user_id } },
  ],
};
