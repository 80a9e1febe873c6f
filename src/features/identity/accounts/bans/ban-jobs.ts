import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler } from "#src/platform/jobs/job-types.ts";
import { banOverJob, endExpiredBan } from "./bans.ts";

export const banJobs: JobHandler<Platform>[] = [jobHandler(banOverJob, endExpiredBan)];
