import { IconFlag } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const moderationScreens = [
  {
    path: PATHS.reports,
    parent: "admin/content",
    label: "Reports",
    keywords: "moderation abuse complaint flag spam scam copyright handled",
    Icon: IconFlag,
    isTab: true,
    access: { to: "staff", area: "moderation" },
    component: lazyRouteComponent(() => import("./ui/ReportsPage.tsx"), "ReportsPage"),
  },
] as const satisfies readonly Screen[];
