import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { backupJob, runBackup, runVerification, scheduleBackup, verificationJob } from "./backups/backups.ts";
import { tendingJob, tendTable } from "./system.ts";

export const systemJobs: JobHandler<Platform>[] = [
  scheduled("system.schedule_backup", "*/15 * * * *", scheduleBackup),
  jobHandler(backupJob, runBackup),
  jobHandler(verificationJob, runVerification),
  jobHandler(tendingJob, tendTable),
];
