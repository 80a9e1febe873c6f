import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { staffGrants } from "./tables.ts";

export const entitlementsPart: AccountPart = {
  tables: [
    {
      table: staffGrants,
      by: { account: staffGrants.account },
      label: "What the people who run this instance gave you",
      exported: {
        as: "grants",
        id: staffGrants.id,
        unrestored: "Grants: slots and units were given to the account they were made for.",
      },
    },
  ],
};
