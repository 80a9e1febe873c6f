import * as z from "zod";
import {
  contactConfirmed,
  contactSuppressed,
  contactUnsubscribed,
} from "#src/features/audience/consent/events.ts";
import {
  contactCreated,
  contactMerged,
  contactsPlaced,
  contactsTagged,
  contactUpdated,
} from "#src/features/audience/contacts/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import { incomingWebhookReceived } from "#src/features/audience/incoming-webhooks/events.ts";
import { leadCaptured } from "#src/features/audience/leads/events.ts";
import { orderReported } from "#src/features/audience/orders/events.ts";
import { segmentEntered } from "#src/features/audience/segments/events.ts";
import { contactReplied } from "#src/features/email/inbound/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { advanceJob } from "./advance-job.ts";
import { deleteEnrollmentsOf } from "./enrollment-store.ts";
import { enrollInBackground, enrollManyJob } from "./enrollments.ts";
import { advanceDue, advanceSequence } from "./steps.ts";
import {
  enterByChange,
  enterByChanges,
  enterByConfirming,
  enterByDate,
  enterByLead,
  enterBySegment,
  enterByWebhook,
  exitByReply,
  exitBySuppression,
  exitByUnsubscribing,
  mergeEnrollments,
  reactToOrder,
} from "./triggers.ts";

/** Runs at every start, so that a killed process's work continues at once. */
export const continueSequences = jobHandler(
  { name: "sequences.continue", class: "schedule", data: z.object({}) },
  advanceDue,
);

/** Queued along with the event’s other subscribers, so that a sign-up takes no statement more. */
const reaction = (name: string) => ({ name: `sequences.${name}` });

export const sequenceJobs: JobHandler<Platform>[] = [
  jobHandler(advanceJob, advanceSequence),
  jobHandler(enrollManyJob, enrollInBackground),
  continueSequences,
  scheduled("sequences.tick", "* * * * *", advanceDue),
  scheduled("sequences.dates", "*/15 * * * *", enterByDate),
  subscribe(leadCaptured, enterByLead, reaction("lead")),
  subscribe(contactConfirmed, enterByConfirming, reaction("confirmed")),
  subscribe(contactCreated, enterByChange, reaction("created")),
  subscribe(contactUpdated, enterByChange, reaction("updated")),
  subscribe(contactsTagged, enterByChanges, reaction("tagged")),
  subscribe(contactsPlaced, enterByChanges, reaction("placed")),
  subscribe(orderReported, reactToOrder, reaction("order")),
  subscribe(segmentEntered, enterBySegment, reaction("segment")),
  subscribe(incomingWebhookReceived, enterByWebhook, reaction("webhook")),
  subscribe(contactReplied, exitByReply, reaction("replied")),
  subscribe(contactUnsubscribed, exitByUnsubscribing, reaction("unsubscribed")),
  subscribe(contactSuppressed, exitBySuppression, reaction("suppressed")),
  subscribe(contactMerged, mergeEnrollments, reaction("merged")),
  ...onErasure("sequences", ({ db }, { account, ids }) => deleteEnrollmentsOf(db, account, ids)),
];
