import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { userChangeItems, userChanges } from "./tables.ts";

export const usersPart: AccountPart = {
  tables: [
    {
      table: userChangeItems,
      by: { account: userChangeItems.account },
      unexported: "What staff did to the account is in its activity log.",
    },
  ],
  people: [userChanges.made_by],
};
