import { IconMailCheck } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const deliverabilityScreens = [
  {
    path: PATHS.deliverability,
    parent: "email",
    label: "Deliverability",
    keywords: "spf dkim dmarc dns spam inbox",
    Icon: IconMailCheck,
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/DeliverabilityPage.tsx"), "DeliverabilityPage"),
  },
] as const satisfies readonly Screen[];
