import { IconKey } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const staffKeysScreens = [
  {
    path: STAFF_PATHS.staffKeys,
    parent: "admin/instance",
    label: "Staff keys",
    keywords: "api token scopes program automation script monitoring revoke rotate developer",
    Icon: IconKey,
    validateSearch: parseOpenParam,
    access: { to: "staff", area: "accounts" },
    component: lazyRouteComponent(() => import("./ui/StaffKeysPage.tsx"), "StaffKeysPage"),
  },
] as const satisfies readonly Screen[];
