import { IconGift } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const referralsScreens = [
  {
    path: PATHS.affiliate,
    parent: "settings",
    label: "Affiliate",
    keywords: "referral refer friend invite link code slots reward",
    Icon: IconGift,
    access: { to: "members", permission: "referrals.manage" },
    component: lazyRouteComponent(() => import("./ui/AffiliatePage.tsx"), "AffiliatePage"),
  },
] as const satisfies readonly Screen[];
