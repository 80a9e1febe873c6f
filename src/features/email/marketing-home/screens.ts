import { IconSpeakerphone } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const marketingScreens = [
  {
    path: PATHS.marketing,
    parent: "email",
    label: "Marketing",
    keywords: "overview fans e-mail email newsletter",
    Icon: IconSpeakerphone,
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/MarketingPage.tsx"), "MarketingPage"),
  },
] as const satisfies readonly Screen[];
