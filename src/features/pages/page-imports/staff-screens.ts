import { IconFileImport } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const parserHealthScreens = [
  {
    path: STAFF_PATHS.parserHealth,
    parent: "admin/instance",
    label: "Page imports",
    keywords: "parsers linktree beacons successes failing services",
    Icon: IconFileImport,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/ParserHealthPage.tsx"), "ParserHealthPage"),
  },
] as const satisfies readonly Screen[];
