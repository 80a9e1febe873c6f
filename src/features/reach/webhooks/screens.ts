import { IconWebhook } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const webhooksScreens = [
  {
    path: PATHS.webhooks,
    parent: "settings",
    label: "Webhooks",
    keywords: "developer integration events callback endpoint send zapier",
    Icon: IconWebhook,
    access: { to: "members", permission: "team.manage" },
    component: lazyRouteComponent(() => import("./ui/WebhooksPage.tsx"), "WebhooksPage"),
  },
] as const satisfies readonly Screen[];
