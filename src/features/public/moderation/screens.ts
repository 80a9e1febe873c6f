import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const reportsScreen = {
  path: PATHS.reports,
  label: "Reports",
  access: { to: "staff", area: "moderation" },
  component: lazyRouteComponent(() => import("./ui/ReportsPage.tsx"), "ReportsPage"),
} satisfies Section;
