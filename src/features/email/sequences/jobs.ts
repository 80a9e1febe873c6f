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

const automation = (name: string) => ({ name: `sequences.${name}`, class: "automation" }) as const;

export const sequenceJobs: JobHandler<Platform>[] = [
  jobHandler(advanceJob, advanceSequence),
  jobHandler(enrollManyJob, enrollInBackground),
  continueSequences,
  scheduled("sequences.tick", "* * * * *", advanceDue),
  scheduled("sequences.dates", "*/15 * * * *", enterByDate),
  subscribe(leadCaptured, enterByLead, automation("lead")),
  subscribe(contactConfirmed, enterByConfirming, automation("confirmed")),
  subscribe(contactCreated, enterByChange, automation("created")),
  subscribe(contactUpdated, enterByChange, automation("updated")),
  subscribe(contactsTagged, enterByChanges, automation("tagged")),
  subscribe(contactsPlaced, enterByChanges, automation("placed")),
  subscribe(orderReported, reactToOrder, automation("order")),
  subscribe(segmentEntered, enterBySegment, automation("segment")),
  subscribe(contactReplied, exitByReply, automation("replied")),
  subscribe(contactUnsubscribed, exitByUnsubscribing, automation("unsubscribed")),
  subscribe(contactSuppressed, exitBySuppression, automation("suppressed")),
  subscribe(contactMerged, mergeEnrollments, automation("merged")),
  ...onErasure("sequences", ({ db }, { account, ids }) => deleteEnrollmentsOf(db, account, ids)),
];
