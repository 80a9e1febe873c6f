import { IconFlag, IconTemplate } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const moderationScreens = [
  {
    path: STAFF_PATHS.moderation,
    parent: "admin/content",
    label: "Moderation",
    keywords: "reports cases abuse complaint flag spam scam copyright decide hide suspend",
    Icon: IconFlag,
    isTab: true,
    access: { to: "staff", area: "moderation" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["case", "state", "reason", "older", "assignee"]),
    component: lazyRouteComponent(() => import("./ui/CasesPage.tsx"), "CasesPage"),
  },
  {
    path: STAFF_PATHS.replyTemplates,
    parent: STAFF_PATHS.moderation,
    label: "Reply templates",
    keywords: "statement of reasons texts answers canned responses macros placeholders moderation help",
    Icon: IconTemplate,
    access: { to: "staff", area: "moderation" },
    component: lazyRouteComponent(() => import("./ui/templates/TemplatesPage.tsx"), "TemplatesPage"),
  },
] as const satisfies readonly Screen[];
