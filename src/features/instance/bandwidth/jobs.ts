import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeEgress } from "./bandwidth.ts";

export const egressJobs: JobHandler<Platform>[] = [scheduled("egress.purge", "53 3 * * *", purgeEgress)];
