import { lazyRouteComponent } from "@tanstack/react-router";
import type { Section } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const webhooksScreen = {
  path: PATHS.webhooks,
  label: "Webhooks",
  access: { to: "members", permission: "team.manage" },
  component: lazyRouteComponent(() => import("./ui/WebhooksPage.tsx"), "WebhooksPage"),
} satisfies Section;
