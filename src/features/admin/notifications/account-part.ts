import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { instanceMessages } from "./tables.ts";

export const adminNotificationsPart: AccountPart = {
  tables: [
    {
      table: instanceMessages,
      by: { account: instanceMessages.account },
      unexported: "They only count how often the instance wrote, and are deleted after 30 days.",
    },
  ],
  people: [instanceMessages.account],
};
