import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { deleteUnusedPictures } from "./library/unused-pictures.ts";

export const templateJobs: JobHandler<Platform>[] = [
  scheduled("templates.prune_pictures", "57 3 * * *", deleteUnusedPictures),
];
