import { IconKey } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const apiKeysScreens = [
  {
    path: PATHS.apiKeys,
    parent: "settings",
    label: "API keys",
    keywords: "token developer program integration secret zapier",
    Icon: IconKey,
    validateSearch: parseOpenParam,
    access: { to: "members", permission: "team.manage" },
    component: lazyRouteComponent(() => import("./ui/KeysPage.tsx"), "KeysPage"),
  },
] as const satisfies readonly Screen[];
