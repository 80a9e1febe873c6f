import { IconMailCheck } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const firstCampaignsScreens = [
  {
    path: STAFF_PATHS.firstCampaigns,
    parent: "admin/content",
    label: "First campaigns",
    keywords: "moderation approve spam review new senders",
    Icon: IconMailCheck,
    access: { to: "staff", area: "moderation" },
    component: lazyRouteComponent(() => import("./ui/review/FirstCampaignsPage.tsx"), "FirstCampaignsPage"),
  },
] as const satisfies readonly Screen[];
