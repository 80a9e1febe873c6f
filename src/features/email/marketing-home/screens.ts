import { IconSpeakerphone } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const marketingScreen = {
  path: PATHS.marketing,
  label: "Marketing",
  Icon: IconSpeakerphone,
  access: { to: "members", permission: "mail.send" },
  component: lazyRouteComponent(() => import("./ui/MarketingPage.tsx"), "MarketingPage"),
} satisfies Screen;
