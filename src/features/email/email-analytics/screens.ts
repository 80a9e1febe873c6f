import { IconMailSearch } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";
import type { MailAnalyticsSearch } from "./ui/search.ts";

export const mailAnalyticsScreen = {
  path: PATHS.mailAnalytics,
  label: "E-mail analytics",
  Icon: IconMailSearch,
  access: { to: "members", permission: "analytics.export" },
  validateSearch: (raw: RawSearch): MailAnalyticsSearch =>
    searchTexts(raw, ["period", "from", "to", "campaign", "mailbox"]),
  component: lazyRouteComponent(() => import("./ui/MailAnalyticsPage.tsx"), "MailAnalyticsPage"),
} satisfies Screen;
