import { IconBellRinging } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const reminderScreens = [
  {
    path: STAFF_PATHS.reminders,
    parent: STAFF_PATHS.studio,
    label: "Reminders",
    keywords: "nudge rules automatic inactive no page no link domain payment draft tell people",
    Icon: IconBellRinging,
    access: { to: "staff", area: "notifications" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["rule"]),
    component: lazyRouteComponent(() => import("./ui/RemindersPage.tsx"), "RemindersPage"),
  },
] as const satisfies readonly Screen[];
