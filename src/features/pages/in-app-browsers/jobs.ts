import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeExits } from "./in-app-browsers.ts";

export const inAppJobs: JobHandler<Platform>[] = [scheduled("in-app.purge", "57 3 * * *", purgeExits)];
