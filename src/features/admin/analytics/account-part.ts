import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { accountMilestones, accountWeeks } from "./tables.ts";

export const analyticsPart: AccountPart = {
  tables: [
    {
      table: accountMilestones,
      by: { account: accountMilestones.user_id },
      unexported: "When the account first did things, all of which have their own times in the export.",
    },
    {
      table: accountWeeks,
      by: { account: accountWeeks.user_id },
      unexported: "The last weeks in which the account was used, kept only until they’re added up.",
    },
  ],
};
