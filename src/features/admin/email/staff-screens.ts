import { IconMail } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const emailScreens = [
  {
    path: PATHS.adminEmail,
    parent: "admin/messages",
    label: "E-mail",
    keywords:
      "mail email outbox messages sent inbox queue bounces complaints stop sending deliverability suppressions",
    Icon: IconMail,
    isTab: true,
    access: { to: "staff", area: "email.see" },
    validateSearch: (raw: RawSearch) => searchTexts(raw, ["view", "days", "sort", "q"]),
    component: lazyRouteComponent(() => import("./ui/EmailPage.tsx"), "EmailPage"),
  },
] as const satisfies readonly Screen[];
