import type { AccountPart } from "#src/platform/account-data-registry.ts";
import { textsOf } from "./event-feed-store.ts";
import {
  analyticsRollups,
  dailyVisitors,
  linkAnalytics,
  packedDays,
  pageViews,
  visitTexts,
} from "./tables.ts";

const INTERNAL = ["user_id", "agent_id", "referrer_id", "utm_id"];

const COUNTED =
  "Views and clicks: figures are only what this instance has counted itself. They’re in the file for reading.";

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
        unrestored: COUNTED,
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
        unrestored: COUNTED,
      },
    },
    {
      table: visitTexts,
      by: { profile: visitTexts.profile_id },
      unexported: "They’re in the views and clicks that have them.",
    },
    {
      table: analyticsRollups,
      by: { profile: analyticsRollups.profile_id },
      unexported: "They’re sums of the views and clicks.",
    },
    {
      table: packedDays,
      by: { profile: packedDays.profile_id },
      unexported: "They’re the views and clicks once more.",
    },
    {
      table: dailyVisitors,
      by: { profile: dailyVisitors.profile_id },
      unexported: "Hashes that nobody is known by, kept for a day.",
    },
  ],
  followsPageLater: [
    {
      profile: linkAnalytics.profile_id,
      account: linkAnalytics.user_id,
      id: linkAnalytics.id,
      at: linkAnalytics.clicked_at,
    },
    { profile: pageViews.profile_id, account: pageViews.user_id, id: pageViews.id, at: pageViews.viewed_at },
  ],
};
