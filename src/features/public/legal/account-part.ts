import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { legalConsents, legalDrafts, legalVersions } from "./tables.ts";

const INSTANCES = "They’re the instance’s texts, not the account’s.";

export const legalPart: AccountPart = {
  tables: [
    {
      table: legalConsents,
      by: { account: legalConsents.user_id },
      exported: {
        as: "legal-consents",
        id: legalConsents.name,
        tie: legalConsents.version,
        without: ["user_id"],
        unrestored: "What you agreed to on another instance isn’t what this one asks of you.",
      },
    },
    // The texts outlive whoever wrote them: with their account, only their name goes.
    {
      table: legalDrafts,
      by: { account: legalDrafts.updated_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
    {
      table: legalVersions,
      by: { account: legalVersions.published_by },
      unexported: INSTANCES,
      isErasedApart: true,
    },
  ],
  people: [legalConsents.user_id, legalDrafts.updated_by, legalVersions.published_by],
};
