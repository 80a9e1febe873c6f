import {
  IconCalendarClock,
  IconChartBar,
  IconPencil,
  IconSpeakerphone,
  IconTemplate,
} from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

const access = { to: "staff", area: "notifications" } as const;
const validateSearch = (raw: RawSearch) => searchTexts(raw, ["message"]);

export const notificationScreens = [
  {
    path: STAFF_PATHS.studio,
    parent: "admin/messages",
    label: "Notifications",
    keywords: "studio announce news broadcast tell everyone push bell e-mail audience message",
    Icon: IconSpeakerphone,
    access,
    validateSearch,
    component: lazyRouteComponent(() => import("./ui/StudioPage.tsx"), "StudioPage"),
  },
  {
    path: STAFF_PATHS.studioEditor,
    parent: STAFF_PATHS.studio,
    label: "Studio",
    keywords: "write compose announce news to everyone",
    Icon: IconPencil,
    access,
    validateSearch,
    component: lazyRouteComponent(() => import("./ui/StudioPage.tsx"), "StudioPage"),
  },
  {
    path: STAFF_PATHS.notificationTemplates,
    parent: STAFF_PATHS.studio,
    label: "Templates for notifications",
    keywords: "announcements reuse versions history restore compare",
    Icon: IconTemplate,
    access,
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["template"]),
    component: lazyRouteComponent(() => import("./ui/TemplatesPage.tsx"), "TemplatesPage"),
  },
  {
    path: STAFF_PATHS.scheduledNotifications,
    parent: STAFF_PATHS.studio,
    label: "Scheduled notifications",
    keywords: "announcements later waiting stop approve",
    Icon: IconCalendarClock,
    access,
    component: lazyRouteComponent(() => import("./ui/ScheduledPage.tsx"), "ScheduledPage"),
  },
  {
    path: STAFF_PATHS.notificationAnalytics,
    parent: STAFF_PATHS.studio,
    label: "Analytics of notifications",
    keywords: "announcements figures sent seen reached",
    Icon: IconChartBar,
    access,
    component: lazyRouteComponent(
      () => import("./ui/NotificationAnalyticsPage.tsx"),
      "NotificationAnalyticsPage",
    ),
  },
] as const satisfies readonly Screen[];
