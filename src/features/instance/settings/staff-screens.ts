import { IconServerCog } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const settingsScreens = [
  {
    path: STAFF_PATHS.settings,
    parent: "admin/instance",
    label: "Instance settings",
    keywords: "founder brand logo name color limits plans configuration smtp server system admin",
    Icon: IconServerCog,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/SettingsPage.tsx"), "SettingsPage"),
  },
] as const satisfies readonly Screen[];
