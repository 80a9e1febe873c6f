import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { restoreLeads } from "./restoration.ts";
import { fanLeads, sameContactIn } from "./tables.ts";

export const leadsPart: AccountPart = {
  tables: [
    {
      table: fanLeads,
      by: { account: fanLeads.user_id },
      label: "Sign-ups",
      exported: { as: "leads", id: fanLeads.id, without: ["user_id"] },
    },
  ],
  followsPageLater: [
    {
      profile: fanLeads.profile_id,
      account: fanLeads.user_id,
      id: fanLeads.id,
      at: fanLeads.created_at,
      // The other account has a contact of its own for the same person.
      also: sameContactIn,
    },
  ],
  restore: restoreLeads,
};
