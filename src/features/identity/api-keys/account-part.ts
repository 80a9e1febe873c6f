import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { apiKeys, endedKeys } from "./tables.ts";

export const keysPart: AccountPart = {
  tables: [
    {
      table: apiKeys,
      by: { account: apiKeys.account },
      label: "API keys",
      exported: {
        as: "api-keys",
        id: apiKeys.id,
        without: ["account", "made_by", "hash", "old_hash"],
        unrestored: "API keys: nobody knows them but their programs. Create new ones.",
      },
    },
    {
      table: apiKeys,
      by: { account: apiKeys.made_by },
      unexported: "They’re the keys of accounts that they belong to.",
    },
    {
      table: endedKeys,
      by: { account: endedKeys.account },
      unexported: "Hashes of keys that are over, so that their programs are told so.",
    },
  ],
  people: [apiKeys.made_by],
};
