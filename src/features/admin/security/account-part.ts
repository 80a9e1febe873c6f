import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { instanceBlocks } from "#src/platform/tables.ts";
import { securityIncidents } from "./tables.ts";

export const securityPart: AccountPart = {
  tables: [
    {
      table: securityIncidents,
      by: { account: securityIncidents.account },
      unexported: "They’re mostly about strangers who tried to get in, and are deleted after 30 days.",
    },
  ],
  people: [instanceBlocks.created_by],
};
