import { fanOut } from "#src/features/reach/notifications/fan-out.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { broadcastJob, runBroadcast, runDueBroadcasts } from "./delivery.ts";
import { broadcastHeld, broadcastProposed } from "./events.ts";
import { purgeInstanceMessages } from "./frequency-cap.ts";

export const adminNotificationJobs: JobHandler<Platform>[] = [
  jobHandler(broadcastJob, runBroadcast),
  subscribe(broadcastProposed, (platform, event) => fanOut(platform, "broadcast_waiting", event), {
    name: "notifications.broadcast-waiting",
  }),
  subscribe(broadcastHeld, (platform, event) => fanOut(platform, "broadcast_held", event), {
    name: "notifications.broadcast-held",
  }),
  scheduled("notifications.run-broadcasts", "* * * * *", runDueBroadcasts),
  scheduled("notifications.purge-instance-messages", "53 4 * * *", purgeInstanceMessages),
];
