import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { staffApprovals } from "./tables.ts";

export const approvalsPart: AccountPart = {
  tables: [
    {
      table: staffApprovals,
      by: { account: staffApprovals.account },
      unexported: "They’re what staff considered. What they did is in the activity log.",
    },
    {
      table: staffApprovals,
      by: { account: staffApprovals.proposed_by },
      unexported: "They’re about other people’s accounts.",
    },
  ],
  people: [staffApprovals.proposed_by, staffApprovals.decided_by],
};
