import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, type JobType, jobHandler } from "#src/platform/jobs/jobs.ts";
import { purgeLeads } from "./leads.ts";
import { sendDownload, sendDownloadToFan } from "./send-download.ts";
import { tellOfLead, tellOfMany, tellOwnerOfLead, tellOwnerOfMany } from "./tell-owner.ts";

const purge: JobType<object> = { name: "leads.purge", data: z.object({}) };

/** The purge comes some minutes after the profiles' own; what it misses, it finds the next day. */
export const leadJobs: JobHandler<Platform>[] = [
  jobHandler(tellOfLead, tellOwnerOfLead),
  jobHandler(tellOfMany, tellOwnerOfMany),
  jobHandler(sendDownload, sendDownloadToFan),
  jobHandler(purge, (platform: Platform) => purgeLeads(platform), "32 3 * * *"),
];
