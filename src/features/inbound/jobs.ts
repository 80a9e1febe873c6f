import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { look, lookAround, lookJob } from "./looking.ts";
import { forgetTokens } from "./receiving.ts";

export const inboundJobs: JobHandler<Platform>[] = [
  jobHandler(lookJob, look),
  scheduled("inbound.look-around", "* * * * *", lookAround),
  scheduled("inbound.forget-tokens", "37 4 * * *", forgetTokens),
];
