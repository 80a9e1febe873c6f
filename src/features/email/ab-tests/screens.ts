import { IconFlask } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const abTestsScreens = [
  {
    path: PATHS.abTests,
    parent: "email",
    label: "A/B tests",
    keywords: "experiment split test versions winner",
    Icon: IconFlask,
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/AbTestsPage.tsx"), "AbTestsPage"),
  },
  {
    path: PATHS.abTest,
    parent: PATHS.abTests,
    label: "A/B test",
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/AbTestPage.tsx"), "AbTestPage"),
  },
] as const satisfies readonly Screen[];
