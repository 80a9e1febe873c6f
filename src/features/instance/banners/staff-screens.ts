import { IconLayoutNavbar } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const bannerScreens = [
  {
    path: STAFF_PATHS.banners,
    parent: "admin/instance",
    label: "Banners",
    keywords: "banner announcement message everyone dashboard maintenance outage notice",
    Icon: IconLayoutNavbar,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/BannersPage.tsx"), "BannersPage"),
  },
] as const satisfies readonly Screen[];
