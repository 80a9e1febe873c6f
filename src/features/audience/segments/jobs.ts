import { onErasure } from "#src/features/audience/contacts/privacy/privacy.ts";
import { memberLeft, memberRemoved } from "#src/features/identity/members/events.ts";
import {
  linkDeleted,
  linkRestored,
  linksChanged,
  linksChangeUndone,
} from "#src/features/pages/links/events.ts";
import { profileDeleted, profileRestored } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import type { SignalHandler } from "#src/platform/signal-runner.ts";
import { forgetMembers, purgeUnfinished } from "./membership.ts";
import { announceMany, pickedJob } from "./picked.ts";
import { segmentsStirred } from "./signals.ts";
import { compareAll, repairSegments, sweepSegments } from "./sweep.ts";

export const sweepWhenStirred: SignalHandler = { signal: segmentsStirred, run: sweepSegments };

const named = [
  linkDeleted,
  linkRestored,
  linksChanged,
  linksChangeUndone,
  profileDeleted,
  profileRestored,
  memberLeft,
  memberRemoved,
];

export const segmentJobs: JobHandler<Platform>[] = [
  // For what comes due, and for signals that were missed.
  scheduled("segments.tick", "* * * * *", sweepSegments),
  scheduled("segments.repair", "47 2 * * *", repairSegments),
  scheduled("segments.purge-unfinished", "17 3 * * *", purgeUnfinished),
  ...named.map((event) =>
    subscribe<Platform, object>(event, compareAll, { name: `segments.after-${event.name}` }),
  ),
  jobHandler(pickedJob, announceMany),
  ...onErasure("segments", forgetMembers),
];
