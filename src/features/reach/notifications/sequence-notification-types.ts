import { sequenceHalted, sequenceNotified } from "#src/features/email/sequences/events.ts";
import { PATHS } from "#src/lib/paths.ts";
import { bidiIsolate } from "#src/lib/text.ts";
import type { NotificationType } from "./notification-type.ts";

/** What sequences tell the team: what somebody wrote into a step, and that one has stopped. */
export const SEQUENCE_NOTIFICATION_TYPES = {
  sequence_step: {
    topic: "tasks",
    announced: sequenceNotified,
    audience: { to: "viewers", permission: "leads.see" },
    sentence: ({ subject, data }) => {
      const fan = subject === "" ? "A fan" : bidiIsolate(subject);
      return typeof data.text === "string"
        ? `${fan}: ${bidiIsolate(data.text)}`
        : `${fan} came to a step of a sequence`;
    },
    path: () => PATHS.leads,
  },
  sequence_halted: {
    topic: "campaigns",
    announced: sequenceHalted,
    audience: { to: "viewers", permission: "mail.send" },
    sentence: ({ subject }) =>
      `${subject === "" ? "A sequence that’s gone" : `“${bidiIsolate(subject)}”`} was paused, because too much went wrong`,
    path: () => PATHS.sequences,
  },
} as const satisfies Record<string, NotificationType>;
