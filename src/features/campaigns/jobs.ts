import * as z from "zod";
import { addressesSuppressed, contactUnsubscribed } from "#src/features/contacts/events.ts";
import { whenErased } from "#src/features/contacts/when-erased.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { forgetContacts } from "./forgetting.ts";
import { lookUp, lookUpAll, lookUpJob } from "./looking-up.ts";
import { prepare, prepareJob } from "./preparing.ts";
import { sendJob, sendThrough } from "./sending.ts";
import { goOn, tick } from "./ticking.ts";
import { noteManyUnsubscribed, noteUnsubscribed } from "./unsubscriptions.ts";

/** Runs at every start: what a killed process left goes on at once. */
export const continueCampaigns = jobHandler(
  { name: "campaigns.continue", class: "schedule", data: z.object({}) },
  goOn,
);

export const campaignJobs: JobHandler<Platform>[] = [
  jobHandler(prepareJob, prepare),
  jobHandler(sendJob, sendThrough),
  jobHandler(lookUpJob, lookUp),
  scheduled("campaigns.look-up-all", "*/5 * * * *", lookUpAll),
  continueCampaigns,
  scheduled("campaigns.tick", "* * * * *", tick),
  subscribe(contactUnsubscribed, noteUnsubscribed, { name: "campaigns.unsubscribed" }),
  subscribe(addressesSuppressed, noteManyUnsubscribed, { name: "campaigns.many-unsubscribed" }),
  ...whenErased("campaigns", forgetContacts),
];
