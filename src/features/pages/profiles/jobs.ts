import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeProfiles } from "./trash/trash.ts";

export const profileJobs: JobHandler<Platform>[] = [scheduled("profiles.purge", "17 3 * * *", purgeProfiles)];
