import { IconAt } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export interface GmailCallbackSearch {
  state?: string;
  code?: string;
}

export const sendingAccountsScreens = [
  {
    path: PATHS.mailboxes,
    parent: "email",
    label: "Sending accounts",
    keywords: "smtp gmail mail server from address sender dkim mailbox",
    Icon: IconAt,
    validateSearch: parseOpenParam,
    access: { to: "members", permission: "mail.send" },
    component: lazyRouteComponent(() => import("./ui/MailboxesPage.tsx"), "MailboxesPage"),
  },
  /** Where Google sends people back. It needs a session, and the server says so. */
  {
    path: PATHS.gmailCallback,
    parent: "signed-out",
    validateSearch: (raw: RawSearch): GmailCallbackSearch => searchTexts(raw, ["state", "code"]),
    component: lazyRouteComponent(() => import("./ui/GmailCallbackPage.tsx"), "GmailCallbackPage"),
  },
] as const satisfies readonly Screen[];
