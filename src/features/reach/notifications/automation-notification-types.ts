import {
  automationHalted,
  automationNotified,
  automationSpent,
} from "#src/features/email/automations/events.ts";
import { PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { NotificationType } from "./notification-type.ts";

/** What rules tell: what somebody wrote into an action, and that one has turned itself off. */
export const AUTOMATION_NOTIFICATION_TYPES = {
  automation_notified: {
    topic: "tasks",
    announced: automationNotified,
    audience: { to: "viewers", permission: "leads.see", only: "person_id" },
    sentence: ({ subject, data }) => {
      const of = subject === "" ? "A rule" : bidiIsolate(subject);
      return typeof data.text === "string"
        ? `${of}: ${bidiIsolate(data.text)}`
        : `${of} has something to tell you`;
    },
    path: () => PATHS.leads,
  },
  automation_halted: {
    topic: "campaigns",
    announced: automationHalted,
    audience: { to: "viewers", permission: "mail.send" },
    sentence: ({ subject, data: { chain } }) => {
      const rule = subject === "" ? "A rule that’s gone" : `“${bidiIsolate(subject)}”`;
      return typeof chain === "string"
        ? `${rule} was turned off, because rules triggered each other: ${bidiIsolate(chain)}`
        : `${rule} was turned off, because too much went wrong`;
    },
    path: ({ subject_id }) => PATHS.rule.replace("$id", subject_id),
  },
  automation_spent: {
    topic: "campaigns",
    announced: automationSpent,
    audience: { to: "viewers", permission: "mail.send" },
    sentence: ({ subject }) =>
      subject === ""
        ? "A rule that’s gone has run as often as it may today"
        : `“${bidiIsolate(subject)}” has run as often as it may today`,
    path: ({ subject_id }) => PATHS.rule.replace("$id", subject_id),
  },
} as const satisfies Record<string, NotificationType>;
