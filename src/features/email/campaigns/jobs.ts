import * as z from "zod";
import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { launchCampaign, launchJob } from "./preflight/preflight.ts";
import { runDue } from "./schedule/scheduler.ts";

/** Runs at every start, so that a killed process's work continues at once. */
export const continueCampaigns = jobHandler(
  { name: "campaigns.continue", class: "schedule", data: z.object({}) },
  runDue,
);

export const campaignJobs: JobHandler<Platform>[] = [
  jobHandler(launchJob, launchCampaign),
  continueCampaigns,
  scheduled("campaigns.tick", "* * * * *", runDue),
];
