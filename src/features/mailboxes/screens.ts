import { IconAt } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { PATHS } from "#src/lib/paths.ts";

export const mailboxesScreen = {
  path: PATHS.mailboxes,
  label: "Sending accounts",
  Icon: IconAt,
  access: { to: "members", permission: "mail.send" },
  component: lazyRouteComponent(() => import("./ui/MailboxesPage.tsx"), "MailboxesPage"),
} satisfies Screen;
