import { sql } from "drizzle-orm";
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
  followsPageLater: [
    {
      profile: fanLeads.profile_id,
      account: fanLeads.user_id,
      id: fanLeads.id,
      at: fanLeads.created_at,
      // The other account has a contact of its own for the same person.
      also: (to) =>
        sql`contact_id = (select c.id from contacts c where c.user_id = ${to} and c.email = ${fanLeads.email})`,
    },
  ],
  restore: restoreLeads,
};
