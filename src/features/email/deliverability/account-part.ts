import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { senderDomains } from "./tables.ts";

export const deliverabilityPart: AccountPart = {
  tables: [
    {
      table: senderDomains,
      by: { account: senderDomains.user_id },
      unexported: "They say what anyone finds in the DNS, and are found again within the hour.",
    },
  ],
};
