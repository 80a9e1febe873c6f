import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler } from "#src/platform/jobs/job-types.ts";
import { endOverdueImpersonation, impersonationOverJob } from "./impersonation.ts";

export const impersonationJobs: JobHandler<Platform>[] = [
  jobHandler(impersonationOverJob, endOverdueImpersonation),
];
