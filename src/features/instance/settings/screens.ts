import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const settingsScreen = {
  path: PATHS.settings,
  label: "Instance settings",
  access: { to: "staff", area: "settings" },
  component: lazyRouteComponent(() => import("./ui/SettingsPage.tsx"), "SettingsPage"),
} satisfies Section;
