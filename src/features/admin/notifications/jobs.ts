import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { broadcastJob, runBroadcast, runDueBroadcasts } from "./delivery.ts";
import { purgeInstanceMessages } from "./frequency-cap.ts";

export const adminNotificationJobs: JobHandler<Platform>[] = [
  jobHandler(broadcastJob, runBroadcast),
  scheduled("notifications.run-broadcasts", "* * * * *", runDueBroadcasts),
  scheduled("notifications.purge-instance-messages", "53 4 * * *", purgeInstanceMessages),
];
