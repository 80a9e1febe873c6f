import {
  appealDecided,
  caseAppealed,
  caseDecided,
  caseSignaled,
  caseUrgent,
  ownerAsked,
  pageReported,
} from "#src/features/public/moderation/events.ts";
import { PATHS } from "#src/lib/paths.ts";
import { STAFF_PATHS } from "#src/lib/staff-paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { NotificationType } from "./notification-type.ts";

const STAFF = { to: "staff", area: "moderation" } as const;
/** Owners can't turn off what's decided about them. */
const TO_OWNER = { topic: "security", audience: { to: "owner" }, path: () => PATHS.activity } as const;

export const CASE_NOTIFICATION_TYPES = {
  page_report: {
    topic: "reports",
    announced: pageReported,
    audience: STAFF,
    sentence: () => "A visitor has reported a page",
    path: () => STAFF_PATHS.moderation,
  },
  urgent_report: {
    topic: "reports",
    announced: caseUrgent,
    audience: STAFF,
    sentence: () => "Urgent: a visitor says that someone on a page is in danger",
    path: () => STAFF_PATHS.moderation,
  },
  case_signaled: {
    topic: "reports",
    announced: caseSignaled,
    audience: STAFF,
    sentence: () => "A signal has found something about a page",
    path: () => STAFF_PATHS.moderation,
  },
  case_appealed: {
    topic: "reports",
    announced: caseAppealed,
    audience: STAFF,
    sentence: () => "A page’s owner has appealed against a decision",
    path: () => `${STAFF_PATHS.moderation}?state=appealed`,
  },
  case_question: {
    ...TO_OWNER,
    announced: ownerAsked,
    sentence: ({ profile }) =>
      profile === ""
        ? "We have a question about a page of yours. It’s in your e-mail"
        : `We have a question about “${bidiIsolate(profile)}”. It’s in your e-mail`,
  },
  case_decided: {
    ...TO_OWNER,
    announced: caseDecided,
    isNews: ({ decision }) => decision !== "nothing",
    sentence: ({ profile }) =>
      profile === ""
        ? "We’ve decided about a page of yours. The reasons are in your e-mail"
        : `We’ve decided about “${bidiIsolate(profile)}”. The reasons are in your e-mail`,
  },
  appeal_decided: {
    ...TO_OWNER,
    announced: appealDecided,
    sentence: () => "We’ve decided about your appeal. The reasons are in your e-mail",
  },
} as const satisfies Record<string, NotificationType>;
