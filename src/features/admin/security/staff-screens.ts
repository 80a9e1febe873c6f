import { IconShieldLock } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const securityScreens = [
  {
    path: STAFF_PATHS.security,
    parent: "admin/instance",
    label: "Security",
    keywords:
      "block ban ip address network user agent bot domain allow list sign-in failures lock-outs limits keys attacks timeline",
    Icon: IconShieldLock,
    access: { to: "staff", area: "security" },
    validateSearch: (raw: RawSearch) =>
      searchTexts(raw, ["view", "kind", "whose", "network", "country", "from", "until"]),
    component: lazyRouteComponent(() => import("./ui/SecurityPage.tsx"), "SecurityPage"),
  },
] as const satisfies readonly Screen[];
