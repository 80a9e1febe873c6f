import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeOldChanges } from "./bulk/bulk.ts";
import { purgeLinks } from "./duplicate-profile.ts";

export const linkJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeLinks, { name: "links.purge-profile" }),
  scheduled("links.forget-changes", "43 * * * *", purgeOldChanges),
];
