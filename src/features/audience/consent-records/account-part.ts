import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { contactConsents, suppressions } from "./tables.ts";

/** `contacts` restores them with its own: suppressions before people, and consents with them. */
export const consentRecordsPart: AccountPart = {
  tables: [
    {
      table: contactConsents,
      by: { account: contactConsents.user_id },
      exported: { as: "consents", id: contactConsents.id, without: ["user_id", "id"] },
    },
    {
      table: suppressions,
      by: { account: suppressions.user_id },
      // An erased person's hash is all that's left to keep them off a list.
      exported: { as: "suppressions", id: suppressions.id, without: ["user_id", "import_id"] },
    },
  ],
};
