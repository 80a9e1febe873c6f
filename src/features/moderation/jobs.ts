import { profilePurged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { purgeReports } from "./moderation.ts";

export const moderationJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeReports, { name: "moderation.purge-profile" }),
];
