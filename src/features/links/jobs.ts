import { profilePurged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeLinks } from "./profile-copies.ts";
import { copyStoredIcons } from "./stored-icons.ts";

export const copyIcons = scheduled("links.copy_icons", "47 3 * * *", copyStoredIcons);

export const linkJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeLinks, { name: "links.purge-profile" }),
  copyIcons,
];
