import { IconChartBar } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import { type AnalyticsSearch, parseAnalyticsSearch } from "./ui/search.ts";

export const analyticsScreens = [
  {
    path: PATHS.analytics,
    parent: "page",
    label: "Analytics",
    keywords: "statistics stats numbers figures views visitors clicks traffic charts countries",
    Icon: IconChartBar,
    isTab: true,
    access: { to: "members", permission: "analytics.see" },
    validateSearch: (raw: RawSearch): AnalyticsSearch & OpenParam => ({
      ...parseAnalyticsSearch(raw),
      ...parseOpenParam(raw),
    }),
    component: lazyRouteComponent(() => import("./ui/AnalyticsPage.tsx"), "AnalyticsPage"),
  },
] as const satisfies readonly Screen[];
