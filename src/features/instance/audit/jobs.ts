import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { chainCheckJob, purgeOldChecks, runCheck } from "./chain/chain.ts";

export const auditJobs: JobHandler<Platform>[] = [
  jobHandler(chainCheckJob, runCheck),
  scheduled("audit.forget-checks", "19 4 * * *", purgeOldChecks),
];
