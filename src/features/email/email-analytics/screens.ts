import { IconMailSearch } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { MailAnalyticsSearch } from "./ui/search.ts";

export const emailAnalyticsScreens = [
  {
    path: PATHS.mailAnalytics,
    parent: "email",
    label: "E-mail analytics",
    keywords:
      "open rate click rate bounces complaints deliverability statistics stats report newsletter sequences transactional",
    Icon: IconMailSearch,
    validateSearch: (raw: RawSearch): MailAnalyticsSearch =>
      searchTexts(raw, ["period", "from", "to", "campaign", "mailbox", "kind"]),
    access: { to: "members", permission: "analytics.export" },
    component: lazyRouteComponent(() => import("./ui/MailAnalyticsPage.tsx"), "MailAnalyticsPage"),
  },
] as const satisfies readonly Screen[];
