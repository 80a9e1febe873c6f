import { IconMail } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const outboxScreens = [
  {
    path: PATHS.email,
    parent: "admin/messages",
    label: "Instance e-mail",
    keywords: "mail e-mail email outbox messages sent inbox",
    Icon: IconMail,
    isTab: true,
    access: { to: "staff", area: "outbox" },
    component: lazyRouteComponent(() => import("./ui/MailPage.tsx"), "MailPage"),
  },
] as const satisfies readonly Screen[];
