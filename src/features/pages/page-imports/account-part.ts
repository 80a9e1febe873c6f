import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { pageImports } from "./tables.ts";

export const pageImportsPart: AccountPart = {
  tables: [
    {
      table: pageImports,
      by: { account: pageImports.user_id },
      unexported:
        "What was read of a page, for a day at most. What came of it is among the profiles and links.",
    },
  ],
  people: [pageImports.made_by],
};
