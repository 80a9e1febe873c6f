import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { deleteOld } from "./incident-writer.ts";

export const securityJobs: JobHandler<Platform>[] = [
  scheduled("security.delete_old", "23 4 * * *", deleteOld),
];
