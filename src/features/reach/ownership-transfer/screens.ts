import { IconUsers } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const ownershipTransferScreens = [
  /** For people who manage the team, and for its members, who may leave. */
  {
    path: PATHS.team,
    parent: "settings",
    label: "Team",
    keywords: "invite people members colleague role permission share access add user hand over owner",
    Icon: IconUsers,
    validateSearch: parseOpenParam,
    access: { to: "members", permission: "account.see", isForPeople: true },
    component: lazyRouteComponent(() => import("./ui/TeamScreen.tsx"), "TeamScreen"),
  },
] as const satisfies readonly Screen[];
