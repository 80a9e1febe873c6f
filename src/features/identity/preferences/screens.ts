import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const preferencesScreen = {
  path: PATHS.notificationSettings,
  label: "Notifications",
  access: { to: "members", permission: "account.see" },
  component: lazyRouteComponent(() => import("./ui/PreferencesPage.tsx"), "PreferencesPage"),
} satisfies Section;
