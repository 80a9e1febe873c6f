import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { purgeEgress } from "./egress.ts";

const purge: JobType<object> = { name: "egress.purge", data: z.object({}) };

export const egressJobs: JobHandler<Platform>[] = [
  jobHandler(purge, (platform: Platform) => purgeEgress(platform), "53 3 * * *"),
];
