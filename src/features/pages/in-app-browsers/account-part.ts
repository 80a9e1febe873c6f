import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { inAppExits } from "./tables.ts";

export const inAppPart: AccountPart = {
  tables: [
    {
      table: inAppExits,
      by: { profile: inAppExits.profile_id },
      unexported: "Counts of how this instance’s pages got out of apps.",
    },
  ],
};
