import { IconDoorExit } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const waysOutScreens = [
  {
    path: STAFF_PATHS.waysOut,
    parent: "admin/instance",
    label: "Ways out of apps",
    keywords:
      "in-app browsers tiktok instagram facebook safari intent escape open in browser versions success",
    Icon: IconDoorExit,
    access: { to: "staff", area: "settings" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["view", "days", "app"]),
    component: lazyRouteComponent(() => import("./ui/WaysOutPage.tsx"), "WaysOutPage"),
  },
] as const satisfies readonly Screen[];
