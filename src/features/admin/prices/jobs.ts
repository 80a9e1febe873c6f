import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { followingJob, followMoves } from "./move-steps.ts";

export const priceJobs: JobHandler<Platform>[] = [
  jobHandler(followingJob, (platform) => followMoves(platform)),
  scheduled("prices.follow-moves", "*/10 * * * *", followMoves),
];
