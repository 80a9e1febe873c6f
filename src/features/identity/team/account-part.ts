import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { MEMBER_IS } from "./store.ts";
import { teamMembers } from "./tables.ts";

export const teamPart: AccountPart = {
  tables: [
    {
      table: teamMembers,
      by: { account: teamMembers.account },
      label: "People on your team, who lose access",
      exported: {
        as: "team",
        id: teamMembers.user_id,
        without: ["account", "user_id"],
        computed: MEMBER_IS,
        unrestored: "Your team: nobody gets access by an import. Invite people again.",
      },
    },
    {
      table: teamMembers,
      by: { account: teamMembers.user_id },
      label: "Teams you’re on",
      unexported: "They’re other accounts’ teams.",
    },
  ],
  people: [teamMembers.user_id],
};
