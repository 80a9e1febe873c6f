import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { copyStoredPictures } from "./stored-pictures.ts";
import { purgeProfiles } from "./trash.ts";

const purge: JobType<object> = { name: "profiles.purge", data: z.object({}) };
export const copyPictures: JobType<object> = { name: "profiles.copy_pictures", data: z.object({}) };

export const profileJobs: JobHandler<Platform>[] = [
  jobHandler(purge, (platform: Platform) => purgeProfiles(platform), "17 3 * * *"),
  jobHandler(copyPictures, (platform: Platform) => copyStoredPictures(platform), "37 3 * * *"),
];
