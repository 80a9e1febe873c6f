import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const activityScreen = {
  path: PATHS.activity,
  label: "Activity log",
  access: { to: "members", permission: "audit.see" },
  component: lazyRouteComponent(() => import("./ui/ActivityPage.tsx"), "ActivityPage"),
} satisfies Section;
