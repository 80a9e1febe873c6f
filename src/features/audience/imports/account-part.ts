import type { AccountPart } from "#src/platform/account-data-registry.ts";
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
        unrestored: "Imports: their leads are back, but they can’t be undone from here.",
      },
    },
    {
      table: importParts,
      by: { account: importParts.user_id },
      unexported: "Parts of uploaded files, which go once they’re read.",
    },
    {
      table: importProblems,
      by: { account: importProblems.user_id },
      unexported: "Rows that never became leads. Each import offers them as a file.",
    },
    {
      table: importChanges,
      by: { account: importChanges.user_id },
      unexported: "What it takes to undo an import here.",
    },
  ],
  people: [imports.attested_by],
};
