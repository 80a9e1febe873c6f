import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler } from "#src/platform/jobs/job-types.ts";
import { runChange, runUndo, undoUserChangeJob, userChangeJob } from "./changes/changes.ts";

export const userJobs: JobHandler<Platform>[] = [
  jobHandler(userChangeJob, runChange),
  jobHandler(undoUserChangeJob, runUndo),
];
