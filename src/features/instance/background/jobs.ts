import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeJobs } from "./background.ts";

export const backgroundJobs: JobHandler<Platform>[] = [
  scheduled("background.prune", "23 4 * * *", purgeJobs),
];
