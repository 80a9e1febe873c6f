import { IconWebhook } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type OpenParam, parseOpenParam, type RawSearch } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const incomingWebhooksScreens = [
  {
    path: PATHS.incomingWebhooks,
    parent: PATHS.sequences,
    label: "Incoming webhooks",
    keywords: "receive url trigger zapier shopify stripe api hook integration",
    Icon: IconWebhook,
    validateSearch: (raw: RawSearch): OpenParam => parseOpenParam(raw),
    access: { to: "members", permission: "campaigns.send" },
    component: lazyRouteComponent(() => import("./ui/IncomingWebhooksPage.tsx"), "IncomingWebhooksPage"),
  },
] as const satisfies readonly Screen[];
