import { IconChartHistogram } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const instanceAnalyticsScreens = [
  {
    path: PATHS.admin,
    parent: "admin/overview",
    label: "Overview",
    keywords: "overview figures growth revenue sign-ups retention funnel traffic live",
    Icon: IconChartHistogram,
    isTab: true,
    access: { to: "staff", area: "analytics" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["period", "from", "to", "step", "metric"]),
    component: lazyRouteComponent(() => import("./ui/OverviewPage.tsx"), "OverviewPage"),
  },
] as const satisfies readonly Screen[];
