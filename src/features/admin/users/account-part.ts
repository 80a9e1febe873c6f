import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseChosen } from "./changes/change-store.ts";
import { userChangeItems, userChanges } from "./tables.ts";

export const usersPart: AccountPart = {
  tables: [
    {
      table: userChangeItems,
      by: { account: userChangeItems.account },
      unexported: "What staff did to the account is in its activity log.",
    },
    {
      table: userChanges,
      by: { account: userChanges.made_by },
      unexported: "They’re about other people’s accounts.",
    },
  ],
  people: [userChanges.made_by],
  // Whom a change was for may name them.
  async erase({ db }, { account, email }) {
    await eraseChosen(db, { account, email });
  },
};
