import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeOldChanges, runChange, runUndo, undoUserChangeJob, userChangeJob } from "./changes/changes.ts";
import {
  lateRowsJob,
  mergeJob,
  moveLateDecisions,
  moveRowsThatCameLate,
  resumeMerges,
  runMerge,
} from "./merges/merge-job.ts";

export const userJobs: JobHandler<Platform>[] = [
  jobHandler(userChangeJob, runChange),
  jobHandler(undoUserChangeJob, runUndo),
  jobHandler(mergeJob, runMerge),
  jobHandler(lateRowsJob, moveRowsThatCameLate),
  scheduled("users.resume-merges", "8 * * * *", resumeMerges),
  scheduled("users.merge-decisions", "38 * * * *", moveLateDecisions),
  scheduled("users.purge-changes", "51 4 * * *", purgeOldChanges),
];
