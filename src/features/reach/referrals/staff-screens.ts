import { IconUserCheck } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";

export const referralReviewsScreens = [
  {
    path: STAFF_PATHS.referralReviews,
    parent: "admin/people",
    label: "Referral reviews",
    keywords: "affiliate abuse fraud flagged approve",
    Icon: IconUserCheck,
    access: { to: "staff", area: "billing" },
    component: lazyRouteComponent(() => import("./ui/ReviewsPage.tsx"), "ReviewsPage"),
  },
] as const satisfies readonly Screen[];
