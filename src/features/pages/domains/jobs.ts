import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { probeDomain, probeJob } from "./activation.ts";
import { checkDueDomains } from "./checks.ts";
import { purgeDomains } from "./domains.ts";

export const domainJobs: JobHandler<Platform>[] = [
  jobHandler(probeJob, probeDomain),
  scheduled("domains.check-due", "* * * * *", checkDueDomains),
  subscribe(profilePurged, purgeDomains, { name: "domains.purge-profile" }),
];
