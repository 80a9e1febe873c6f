import { IconAt } from "@tabler/icons-react";
import { lazyRouteComponent } from "@tanstack/react-router";
import type { Screen } from "#src/kit/screen.ts";
import { parseOpenParam, type RawSearch, searchTexts } from "#src/kit/search.ts";
import { PATHS } from "#src/lib/paths.ts";

export const mailboxesScreen = {
  path: PATHS.mailboxes,
  label: "Sending accounts",
  Icon: IconAt,
  access: { to: "members", permission: "mail.send" },
  validateSearch: parseOpenParam,
  component: lazyRouteComponent(() => import("./ui/MailboxesPage.tsx"), "MailboxesPage"),
} satisfies Screen;

export interface GmailCallbackSearch {
  state?: string;
  code?: string;
}

/** Where Google sends people back. It needs a session, and the server says so. */
export const gmailCallbackScreen = {
  path: PATHS.gmailCallback,
  validateSearch: (raw: RawSearch): GmailCallbackSearch => searchTexts(raw, ["state", "code"]),
  component: lazyRouteComponent(() => import("./ui/GmailCallbackPage.tsx"), "GmailCallbackPage"),
};
