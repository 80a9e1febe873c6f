import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { pageDrafts, pageVersions } from "./tables.ts";

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
    {
      table: pageDrafts,
      by: { account: pageDrafts.user_id },
      unexported: "Drafts of pages: they’re in the file as profiles that are off.",
    },
  ],
  followsPage: [pageVersions, pageDrafts].map(({ profile_id: profile, user_id: account }) => ({
    profile,
    account,
  })),
  people: [pageVersions.made_by, pageDrafts.made_by],
};
