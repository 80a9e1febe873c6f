import { IconHeartRateMonitor } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const systemScreens = [
  {
    path: STAFF_PATHS.system,
    parent: "admin/instance",
    label: "System",
    keywords: "nodes queues jobs backup restore database disk health doctor certificates support failed",
    Icon: IconHeartRateMonitor,
    access: { to: "staff", area: "system" },
    component: lazyRouteComponent(() => import("./ui/SystemPage.tsx"), "SystemPage"),
  },
] as const satisfies readonly Screen[];
