import { contactMerged } from "#src/features/audience/contacts/events.ts";
import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";
import { forgetMembers, keepMemberships } from "./membership.ts";

export const segmentJobs: JobHandler<Platform>[] = [
  subscribe(contactMerged, keepMemberships, { name: "segments.contact-merged" }),
  ...onErasure("segments", forgetMembers),
];
