import { IconRadar2 } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const signalScreens = [
  {
    path: STAFF_PATHS.signals,
    parent: STAFF_PATHS.moderation,
    label: "Signals",
    keywords:
      "bad hosts lists phishing look-alike brands redirects spam words growth shadow automatic detection",
    Icon: IconRadar2,
    access: { to: "staff", area: "moderation" },
    component: lazyRouteComponent(() => import("./ui/SignalsPage.tsx"), "SignalsPage"),
  },
] as const satisfies readonly Screen[];
