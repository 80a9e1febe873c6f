import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseChosen } from "./changes/change-store.ts";
import { accountMerges, userChangeItems, userChanges } from "./tables.ts";

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
    {
      table: accountMerges,
      by: { account: accountMerges.source },
      unexported: "That staff merged it is in its activity log.",
    },
    {
      table: accountMerges,
      by: { account: accountMerges.target },
      unexported: "That staff merged another account into it is in its activity log.",
    },
  ],
  people: [userChanges.made_by, accountMerges.made_by],
  // Whom a change was for may name them.
  async erase({ db }, { account, email }) {
    await eraseChosen(db, { account, email });
  },
};
