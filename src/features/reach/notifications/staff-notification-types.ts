import {
  approvalConfirmed,
  approvalDeclined,
  approvalProposed,
} from "#src/features/identity/approvals/events.ts";
import { helpReplied, helpRequested } from "#src/features/public/help-requests/events.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import type { NotificationType } from "./notification-type.ts";

const HELPERS = { to: "staff", area: "help" } as const;

/** What takes two members of staff, and requests for help. */
export const STAFF_NOTIFICATION_TYPES = {
  approval_waiting: {
    topic: "approvals",
    announced: approvalProposed,
    audience: { to: "colleagues" },
    sentence: () => "A colleague needs a second member of staff to confirm something",
    path: () => STAFF_PATHS.users,
  },
  approval_confirmed: {
    topic: "approvals",
    announced: approvalConfirmed,
    audience: { to: "assignee" },
    sentence: () => "A colleague confirmed what you proposed, and it’s done",
    path: () => STAFF_PATHS.users,
  },
  approval_declined: {
    topic: "approvals",
    announced: approvalDeclined,
    audience: { to: "assignee" },
    sentence: () => "A colleague declined what you proposed",
    path: () => STAFF_PATHS.users,
  },
  // Told by the slice that sends them, which comes after this one.
  broadcast_waiting: {
    topic: "approvals",
    audience: { to: "colleagues" },
    sentence: () => "A notification to many people waits for a second member of staff to confirm it",
    path: () => STAFF_PATHS.scheduledNotifications,
  },
  broadcast_held: {
    topic: "approvals",
    audience: { to: "staff", area: "notifications" },
    sentence: () =>
      "A notification to many people was held back because it was too late. Send it, or stop it",
    path: () => STAFF_PATHS.scheduledNotifications,
  },
  help_request: {
    topic: "help",
    announced: helpRequested,
    audience: HELPERS,
    sentence: () => "Somebody asked for help",
    path: () => STAFF_PATHS.helpRequests,
  },
  help_reply: {
    topic: "help",
    announced: helpReplied,
    audience: HELPERS,
    sentence: () => "Somebody wrote again in a request for help",
    path: () => STAFF_PATHS.helpRequests,
  },
} as const satisfies Record<string, NotificationType>;
