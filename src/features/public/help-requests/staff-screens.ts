import { IconLifebuoy } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const helpRequestScreens = [
  {
    path: STAFF_PATHS.helpRequests,
    parent: "admin/people",
    label: "Requests for help",
    keywords: "support tickets questions answers inbox help desk",
    Icon: IconLifebuoy,
    access: { to: "staff", area: "help" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["request", "q", "state", "assignee"]),
    component: lazyRouteComponent(() => import("./ui/RequestsPage.tsx"), "RequestsPage"),
  },
] as const satisfies readonly Screen[];
