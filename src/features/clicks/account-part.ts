import type { AccountPart } from "#src/platform/account-part.ts";
import { analyticsRollups, dailyVisitors, linkAnalytics, pageViews } from "./tables.ts";

export const clicksPart: AccountPart = {
  tables: [
    {
      table: linkAnalytics,
      by: { profile: linkAnalytics.profile_id },
      label: "Recorded clicks",
      exported: { as: "clicks", id: linkAnalytics.id, without: ["user_id"] },
    },
    {
      table: pageViews,
      by: { profile: pageViews.profile_id },
      label: "Recorded views",
      exported: { as: "views", id: pageViews.id, without: ["user_id", "visitor"] },
    },
    { table: analyticsRollups, by: { profile: analyticsRollups.profile_id } },
    { table: dailyVisitors, by: { profile: dailyVisitors.profile_id } },
  ],
};
