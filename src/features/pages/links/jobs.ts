import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeLinks } from "./duplicate-profile.ts";
import { purgeNames } from "./short-names/short-names.ts";

export const linkJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeLinks, { name: "links.purge-profile" }),
  scheduled("links.purge-names", "41 3 * * *", purgeNames),
];
