import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const couponsScreen = {
  path: PATHS.coupons,
  label: "Coupons",
  access: { to: "staff", area: "billing" },
  component: lazyRouteComponent(() => import("./ui/CouponsPage.tsx"), "CouponsPage"),
} satisfies Section;
