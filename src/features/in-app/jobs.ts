import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { purgeExits } from "./in-app.ts";

const purge: JobType<object> = { name: "in-app.purge", data: z.object({}) };

export const inAppJobs: JobHandler<Platform>[] = [
  jobHandler(purge, (platform: Platform) => purgeExits(platform), "57 3 * * *"),
];
