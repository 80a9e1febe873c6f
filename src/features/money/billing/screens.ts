import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

const access = { to: "members", permission: "billing.manage" } as const;

export interface CheckoutSearch {
  /** `done` after paying. In the sandbox, what to pay. */
  checkout?: string;
}

const validateSearch = (raw: RawSearch): CheckoutSearch => searchTexts(raw, ["checkout"]);

export const billingScreen = {
  path: PATHS.billing,
  label: "Billing",
  access,
  validateSearch,
  component: lazyRouteComponent(() => import("./ui/BillingPage.tsx"), "BillingPage"),
} satisfies Section;

/** Stands in for Stripe's own pages. */
export const sandboxScreen = {
  path: PATHS.sandbox,
  label: "Sandbox",
  access,
  validateSearch,
  component: lazyRouteComponent(() => import("./ui/SandboxPage.tsx"), "SandboxPage"),
} satisfies Section;
