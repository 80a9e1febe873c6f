import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { purgeLinks } from "./profile-copies.ts";

const purge: JobType<object> = { name: "links.purge", data: z.object({}) };

/** Some minutes after the profiles' own purge; what it misses, it finds the next day. */
export const linkJobs: JobHandler<Platform>[] = [
  jobHandler(purge, (platform: Platform) => purgeLinks(platform), "27 3 * * *"),
];
