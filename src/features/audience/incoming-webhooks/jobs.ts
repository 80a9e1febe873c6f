import { contactMerged } from "#src/features/audience/contacts/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseCalls, mergeCalls, purgeCalls } from "./reception.ts";

export const incomingWebhookJobs: JobHandler<Platform>[] = [
  scheduled("incoming-webhooks.prune", "41 * * * *", purgeCalls),
  subscribe(contactMerged, mergeCalls, { name: "incoming-webhooks.merged" }),
  ...onErasure("incoming-webhooks", eraseCalls),
];
