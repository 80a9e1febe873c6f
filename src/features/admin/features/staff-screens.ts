import { IconToggleRight } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const featureScreens = [
  {
    path: STAFF_PATHS.features,
    parent: "admin/instance",
    label: "Feature switches",
    keywords: "flags toggle disable enable off on rollout beta share percent plan account part",
    Icon: IconToggleRight,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/FeaturesPage.tsx"), "FeaturesPage"),
  },
] as const satisfies readonly Screen[];
