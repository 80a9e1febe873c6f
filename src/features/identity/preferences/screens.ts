import { IconBell } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const preferencesScreens = [
  {
    path: PATHS.notificationSettings,
    parent: "settings",
    label: "Notifications",
    keywords: "alerts push bell e-mail email mute unsubscribe tell me",
    Icon: IconBell,
    access: { to: "members", permission: "account.see", isForPeople: true },
    component: lazyRouteComponent(() => import("./ui/PreferencesPage.tsx"), "PreferencesPage"),
  },
] as const satisfies readonly Screen[];
