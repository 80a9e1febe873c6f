import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { egressTracking } from "./tables.ts";

export const egressPart: AccountPart = {
  tables: [
    {
      table: egressTracking,
      by: { account: egressTracking.user_id },
      exported: {
        as: "traffic",
        id: egressTracking.id,
        without: ["user_id"],
        unrestored: "Traffic: it’s what this instance has sent for the account.",
      },
    },
  ],
};
