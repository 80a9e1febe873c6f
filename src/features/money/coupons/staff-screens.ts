import { IconDiscount2 } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const couponsScreens = [
  {
    path: STAFF_PATHS.coupons,
    parent: "admin/people",
    label: "Coupons",
    keywords: "discount code voucher percent off promotion",
    Icon: IconDiscount2,
    access: { to: "staff", area: "billing" },
    component: lazyRouteComponent(() => import("./ui/CouponsPage.tsx"), "CouponsPage"),
  },
] as const satisfies readonly Screen[];
