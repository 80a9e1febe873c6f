import { IconUsers } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import { lazyComponent } from "#src/kit/lazy.tsx";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const usersScreens = [
  {
    path: STAFF_PATHS.users,
    parent: "admin/people",
    label: "Users",
    keywords: "accounts people find suspend ban verify reset staff roles grant slots premium",
    Icon: IconUsers,
    isTab: true,
    Count: lazyComponent(
      async () =>
        (await import("#src/features/identity/approvals/ui/shared/ApprovalCount.tsx")).ApprovalCount,
    ),
    access: { to: "staff", area: "accounts" },
    validateSearch: (raw: RawSearch) =>
      searchTexts(raw, ["user", "q", "state", "plan", "verified", "role", "seen", "flag", "order"]),
    component: lazyRouteComponent(() => import("./ui/UsersPage.tsx"), "UsersPage"),
  },
] as const satisfies readonly Screen[];
