import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { eraseDomainsOf, moveDomains } from "./domains.ts";
import { domains } from "./tables.ts";

export const domainsPart: AccountPart = {
  tables: [
    {
      table: domains,
      by: { account: domains.account },
      label: "Domains",
      exported: {
        as: "domains",
        id: domains.id,
        without: ["account", "token"],
        unrestored: "Domains: connect them again, so that we know they’re still yours.",
      },
    },
  ],
  movePage: moveDomains,
  erase: eraseDomainsOf,
};
