import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseDueAccounts } from "./account-data.ts";

export const accountDataJobs: JobHandler<Platform>[] = [
  scheduled("account-data.erase", "27 * * * *", eraseDueAccounts),
];
