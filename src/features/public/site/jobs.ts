import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { deleteOldErrors } from "./browser-errors/browser-errors.ts";

/** Every ten minutes, as a flood takes that long to be noticed in `client-errors.ts`. */
export const siteJobs: JobHandler<Platform>[] = [
  scheduled("browser_errors.delete_old", "*/10 * * * *", deleteOldErrors),
];
