import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { signalChecks, signalHits, signalLists, signalSwitches } from "./tables.ts";

export const signalsPart: AccountPart = {
  tables: [
    {
      table: signalHits,
      by: { account: signalHits.account },
      unexported: "What’s noticed about a page is for staff to judge. What they decide, its owner is told.",
    },
    {
      table: signalChecks,
      by: { profile: signalChecks.profile_id },
      unexported: "They’re gone within a minute.",
    },
  ],
  followsPage: [{ profile: signalHits.profile_id, account: signalHits.account }],
  people: [signalSwitches.changed_by, signalLists.created_by],
};
