import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { pageVersions } from "./tables.ts";

export const pageVersionsPart: AccountPart = {
  tables: [
    {
      table: pageVersions,
      by: { account: pageVersions.user_id },
      exported: {
        as: "page-versions",
        id: pageVersions.id,
        isLong: true,
        without: ["user_id", "made_by"],
        unrestored: "Earlier versions of pages: they’re in the file for reading.",
      },
    },
  ],
  people: [pageVersions.made_by],
};
