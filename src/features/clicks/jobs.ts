import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { compactRollups, purgeFigures } from "./rollups.ts";
import { forgetVisitors } from "./visitors.ts";

const none = z.object({});
const compact: JobType<object> = { name: "clicks.compact", data: none };
const forget: JobType<object> = { name: "clicks.forget", data: none };
const purge: JobType<object> = { name: "clicks.purge", data: none };

/** The purge runs after the profiles' own; what it misses, it finds the next day. */
export const clickJobs: JobHandler<Platform>[] = [
  jobHandler(compact, (platform: Platform) => compactRollups(platform), "7 * * * *"),
  jobHandler(forget, (platform: Platform) => forgetVisitors(platform), "13 * * * *"),
  jobHandler(purge, (platform: Platform) => purgeFigures(platform), "37 3 * * *"),
];
