import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";
import { because } from "#src/lib/event-sentences.ts";

export const settingEvents = eventList("other");

/**
 * Staff changed how the instance works. The subject is the setting's name; null stands for the default. The
 * list of a setting's changes is read from these.
 */
export const settingChanged = settingEvents.add("setting.changed", {
  payload: z.object({
    before: z.string().nullable(),
    after: z.string().nullable(),
    reason: z.string().optional(),
  }),
  sentence: ({ reason }) => because("Changed a setting of the instance", reason),
});
