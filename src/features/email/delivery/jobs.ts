import * as z from "zod";
import { addressesSuppressed, contactUnsubscribed } from "#src/features/audience/consent/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { eraseContacts } from "./feedback/erasure.ts";
import { recordManyUnsubscribed, recordUnsubscribed } from "./feedback/unsubscriptions.ts";
import { continueSending, resumeAfterRestart } from "./scheduler.ts";
import { enqueueReconciliation, reconcileJob, reconcileUncertain } from "./send/reconciliation.ts";
import { batchLedger } from "./send/send.ts";
import { runWorker } from "./worker/worker.ts";

/** Runs at every start, so that a killed process's work continues at once. */
export const continueDelivery = jobHandler(
  { name: "delivery.continue", class: "schedule", data: z.object({}) },
  resumeAfterRestart,
);

export const deliveryJobs: JobHandler<Platform>[] = [
  jobHandler(batchLedger.job, (platform, mailbox) => runWorker(platform, batchLedger, mailbox)),
  jobHandler(reconcileJob, reconcileUncertain),
  scheduled("delivery.look-up-all", "*/5 * * * *", enqueueReconciliation),
  continueDelivery,
  scheduled("delivery.tick", "* * * * *", continueSending),
  subscribe(contactUnsubscribed, recordUnsubscribed, { name: "delivery.unsubscribed" }),
  subscribe(addressesSuppressed, recordManyUnsubscribed, { name: "delivery.many-unsubscribed" }),
  ...onErasure("delivery", eraseContacts),
];
