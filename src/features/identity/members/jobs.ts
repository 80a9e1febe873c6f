import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeInvitations } from "./invitations.ts";
import { removeProfileFromLimits } from "./members.ts";

export const memberJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, removeProfileFromLimits, { name: "members.forget-profile" }),
  scheduled("members.prune_invitations", "7 4 * * *", purgeInvitations),
];
