import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { purgeLinks } from "./profile-copies.ts";
import { copyStoredIcons } from "./stored-icons.ts";
import { deleteUnusedPictures } from "./unused-pictures.ts";

const purge: JobType<object> = { name: "links.purge", data: z.object({}) };
const prune: JobType<object> = { name: "links.prune_pictures", data: z.object({}) };
export const copyIcons: JobType<object> = { name: "links.copy_icons", data: z.object({}) };

/** Some minutes after the profiles' own; what one misses, it finds the next day. */
export const linkJobs: JobHandler<Platform>[] = [
  jobHandler(purge, (platform: Platform) => purgeLinks(platform), "27 3 * * *"),
  jobHandler(copyIcons, (platform: Platform) => copyStoredIcons(platform), "47 3 * * *"),
  jobHandler(prune, (platform: Platform) => deleteUnusedPictures(platform), "57 3 * * *"),
];
