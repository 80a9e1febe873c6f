import type { AccountPart } from "#src/platform/account-part.ts";
import { apiKeys } from "./tables.ts";

export const keysPart: AccountPart = {
  tables: [
    { table: apiKeys, by: { account: apiKeys.account }, label: "API keys" },
    { table: apiKeys, by: { account: apiKeys.made_by } },
  ],
  people: [apiKeys.made_by],
};
