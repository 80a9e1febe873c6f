import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { featureAccounts, featureSwitches } from "#src/platform/tables.ts";

export const featuresPart: AccountPart = {
  tables: [
    {
      table: featureAccounts,
      by: { account: featureAccounts.account },
      unexported: "What staff switched on or off for the account, and why, is in its activity log.",
    },
  ],
  people: [featureSwitches.changed_by, featureAccounts.changed_by],
};
