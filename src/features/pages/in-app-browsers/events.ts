import * as z from "zod";
import { eventList } from "#src/lib/event-list.ts";

export const inAppEvents = eventList("other");

/**
 * Staff changed how visitors get out of an app. The subject is the app and the system; null stands for what's built in.
 * The list of changes is read from these.
 */
export const waysOutChosen = inAppEvents.add("ways_out.changed", {
  payload: z.object({
    app: z.string(),
    os: z.string(),
    /** Empty for all versions. */
    from_version: z.string(),
    before: z.array(z.string()).nullable(),
    after: z.array(z.string()).nullable(),
  }),
  sentence: ({ app, from_version }) => {
    if (typeof app !== "string") return "Changed the ways out of an app";
    return typeof from_version === "string" && from_version !== ""
      ? `Changed the ways out of ${app} from version ${from_version} on`
      : `Changed the ways out of ${app}`;
  },
});
