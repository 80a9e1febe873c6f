import type { AccountPart } from "#src/platform/account-part.ts";
import { apiKeys, endedKeys } from "./tables.ts";

export const keysPart: AccountPart = {
  tables: [
    { table: apiKeys, by: { account: apiKeys.account }, label: "API keys" },
    { table: apiKeys, by: { account: apiKeys.made_by } },
    { table: endedKeys, by: { account: endedKeys.account } },
  ],
  people: [apiKeys.made_by],
};
