import { purgeExitsOf } from "#src/features/pages/in-app-browsers/in-app-browsers.ts";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import type { JobHandler } from "#src/platform/jobs/job-types.ts";

/**
 * The jobs of `in-app-browsers` are here because profiles come after that slice, so that it can't learn when
 * one is purged.
 */
export const publicPageJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeExitsOf, { name: "in-app.purge-profile" }),
];
