import type { AccountPart } from "#src/platform/account-part.ts";
import { teamMembers } from "./tables.ts";

export const teamPart: AccountPart = {
  tables: [
    {
      table: teamMembers,
      by: { account: teamMembers.account },
      label: "People on your team, who lose access",
    },
    { table: teamMembers, by: { account: teamMembers.user_id }, label: "Teams you’re on" },
  ],
  people: [teamMembers.user_id],
};
