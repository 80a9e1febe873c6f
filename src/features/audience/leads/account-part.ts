import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { restoreLeads } from "./restoration.ts";
import { fanLeads } from "./tables.ts";

export const leadsPart: AccountPart = {
  tables: [
    {
      table: fanLeads,
      by: { account: fanLeads.user_id },
      label: "Sign-ups",
      exported: { as: "leads", id: fanLeads.id, without: ["user_id"] },
    },
  ],
  restore: restoreLeads,
};
