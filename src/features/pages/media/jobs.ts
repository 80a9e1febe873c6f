import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { settleContents } from "./contents-moves.ts";
import { deleteUnusedPictures } from "./unused-pictures.ts";

export const mediaJobs: JobHandler<Platform>[] = [
  scheduled("media.prune", "57 3 * * *", deleteUnusedPictures),
  scheduled("media.settle", "*/5 * * * *", settleContents),
];
