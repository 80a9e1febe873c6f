import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgePageImports } from "./page-imports.ts";
import { copyPictures } from "./picture-copies.ts";
import { pictureCopyJob } from "./picture-copy-job.ts";

export const pageImportJobs: JobHandler<Platform>[] = [
  jobHandler(pictureCopyJob, copyPictures),
  scheduled("page-imports.purge", "41 * * * *", purgePageImports),
];
