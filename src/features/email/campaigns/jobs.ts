import * as z from "zod";
import { addressesSuppressed, contactUnsubscribed } from "#src/features/audience/contacts/events.ts";
import { onErasure } from "#src/features/audience/contacts/on-erasure.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseContacts } from "./erasure.ts";
import { launchCampaign, launchJob } from "./preflight.ts";
import { enqueueReconciliation, reconcileJob, reconcileUncertain } from "./reconciliation.ts";
import { resumeAfterRestart, runDue } from "./scheduler.ts";
import { runSendWorker, sendJob } from "./send-worker.ts";
import { recordManyUnsubscribed, recordUnsubscribed } from "./unsubscriptions.ts";

/** Runs at every start, so that a killed process's work continues at once. */
export const continueCampaigns = jobHandler(
  { name: "campaigns.continue", class: "schedule", data: z.object({}) },
  resumeAfterRestart,
);

export const campaignJobs: JobHandler<Platform>[] = [
  jobHandler(launchJob, launchCampaign),
  jobHandler(sendJob, runSendWorker),
  jobHandler(reconcileJob, reconcileUncertain),
  scheduled("campaigns.look-up-all", "*/5 * * * *", enqueueReconciliation),
  continueCampaigns,
  scheduled("campaigns.tick", "* * * * *", runDue),
  subscribe(contactUnsubscribed, recordUnsubscribed, { name: "campaigns.unsubscribed" }),
  subscribe(addressesSuppressed, recordManyUnsubscribed, { name: "campaigns.many-unsubscribed" }),
  ...onErasure("campaigns", eraseContacts),
];
