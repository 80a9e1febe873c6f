import type { AccountPart } from "#src/platform/account-part.ts";
import { importChanges, importParts, importProblems, imports } from "./tables.ts";

export const importsPart: AccountPart = {
  tables: [
    {
      table: imports,
      by: { account: imports.user_id },
      exported: {
        as: "imports",
        id: imports.id,
        without: ["user_id", "encoding", "delimiter", "has_header"],
      },
    },
    { table: importParts, by: { account: importParts.user_id } },
    { table: importProblems, by: { account: importProblems.user_id } },
    { table: importChanges, by: { account: importChanges.user_id } },
  ],
  people: [imports.attested_by],
};
