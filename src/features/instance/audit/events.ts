import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { formatCount } from "#src/lib/event-sentences.ts";

export const auditEvents = eventList("other");

/** The subject is the check, here and in the next one. */
export const auditCheckStarted = auditEvents.add("audit.check_started", {
  sentence: "Started a check of the audit log",
});

export const auditCheckEnded = auditEvents.add("audit.check_ended", {
  payload: z.object({ problems: z.number() }),
  sentence: ({ problems }, locale) =>
    problems === 0
      ? "Checked the audit log and found it whole"
      : `Checked the audit log and found ${formatCount(problems, locale, "some")} problems`,
});
