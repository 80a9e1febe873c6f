import type { AccountPart } from "#src/platform/account-part.ts";
import { textsOf } from "./recorded-store.ts";
import { analyticsRollups, dailyVisitors, linkAnalytics, pageViews, visitTexts } from "./tables.ts";

const INTERNAL = ["user_id", "agent_id", "referrer_id", "utm_id"];

export const clicksPart: AccountPart = {
  tables: [
    {
      table: linkAnalytics,
      by: { profile: linkAnalytics.profile_id },
      label: "Recorded clicks",
      exported: {
        as: "clicks",
        id: linkAnalytics.id,
        without: INTERNAL,
        computed: textsOf(linkAnalytics),
      },
    },
    {
      table: pageViews,
      by: { profile: pageViews.profile_id },
      label: "Recorded views",
      exported: {
        as: "views",
        id: pageViews.id,
        without: [...INTERNAL, "visitor"],
        computed: textsOf(pageViews),
      },
    },
    { table: visitTexts, by: { profile: visitTexts.profile_id } },
    { table: analyticsRollups, by: { profile: analyticsRollups.profile_id } },
    { table: dailyVisitors, by: { profile: dailyVisitors.profile_id } },
  ],
};
