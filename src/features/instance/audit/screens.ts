import { IconHistory } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const auditScreens = [
  {
    path: PATHS.activity,
    parent: "settings",
    label: "Activity log",
    keywords: "audit history who did what changes",
    Icon: IconHistory,
    access: { to: "members", permission: "audit.see" },
    component: lazyRouteComponent(() => import("./ui/ActivityPage.tsx"), "ActivityPage"),
  },
] as const satisfies readonly Screen[];
