import { IconCreditCard } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface CheckoutSearch {
  /** `done` after paying. In the sandbox, what to pay. */
  checkout?: string;
}

const validateSearch = (raw: RawSearch): CheckoutSearch => searchTexts(raw, ["checkout"]);

export const billingScreens = [
  {
    path: PATHS.billing,
    parent: "settings",
    label: "Billing",
    keywords: "plan premium price pay payment card invoice subscription upgrade units tax cancel",
    Icon: IconCreditCard,
    needsPlans: true,
    validateSearch,
    access: { to: "members", permission: "billing.manage" },
    component: lazyRouteComponent(() => import("./ui/BillingPage.tsx"), "BillingPage"),
  },
  /** Stands in for Stripe's own pages. */
  {
    path: PATHS.sandbox,
    parent: PATHS.billing,
    label: "Sandbox",
    validateSearch,
    access: { to: "members", permission: "billing.manage" },
    component: lazyRouteComponent(() => import("./ui/SandboxPage.tsx"), "SandboxPage"),
  },
] as const satisfies readonly Screen[];
