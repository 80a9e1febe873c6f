import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { reminderReceipts } from "./tables.ts";

export const remindersPart: AccountPart = {
  tables: [
    {
      table: reminderReceipts,
      by: { account: reminderReceipts.account },
      unexported: "They say which reminders came; the reminders are among the notifications.",
    },
  ],
};
