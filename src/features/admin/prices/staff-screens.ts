import { IconReceipt2 } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const priceScreens = [
  {
    path: STAFF_PATHS.prices,
    parent: "admin/instance",
    label: "Prices",
    keywords: "premium price list tiers volume plan accounts move money cost units",
    Icon: IconReceipt2,
    access: { to: "staff", area: "settings" },
    component: lazyRouteComponent(() => import("./ui/PricesPage.tsx"), "PricesPage"),
  },
] as const satisfies readonly Screen[];
