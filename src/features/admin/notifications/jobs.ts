import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeInstanceMessages } from "./frequency-cap.ts";

export const adminNotificationJobs: JobHandler<Platform>[] = [
  scheduled("notifications.purge-instance-messages", "53 4 * * *", purgeInstanceMessages),
];
