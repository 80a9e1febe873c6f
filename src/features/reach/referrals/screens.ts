import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const affiliateScreen = {
  path: PATHS.affiliate,
  label: "Affiliate",
  access: { to: "members", permission: "referrals.manage" },
  component: lazyRouteComponent(() => import("./ui/AffiliatePage.tsx"), "AffiliatePage"),
} satisfies Section;

export const reviewsScreen = {
  path: PATHS.referralReviews,
  label: "Referral reviews",
  access: { to: "staff", area: "billing" },
  component: lazyRouteComponent(() => import("./ui/ReviewsPage.tsx"), "ReviewsPage"),
} satisfies Section;
