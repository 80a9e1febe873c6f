import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeOldChanges } from "./bulk/bulk.ts";
import { checkLinks, hostCheckJob, planChecks, startDueChecks, tellOfDeadLinks } from "./checks/checks.ts";
import { purgeLinks } from "./duplicate-profile.ts";
import { purgeNames } from "./short-names/short-names.ts";
import { purgeStaffChanges, runStaffChange, staffChangeJob } from "./staff-changes/staff-changes.ts";
import { fileTargets } from "./targets/targets.ts";

export const linkJobs: JobHandler<Platform>[] = [
  subscribe(profilePurged, purgeLinks, { name: "links.purge-profile" }),
  jobHandler(hostCheckJob, checkLinks),
  scheduled("links.plan-checks", "23 * * * *", planChecks),
  scheduled("links.check-due", "* * * * *", startDueChecks),
  scheduled("links.tell-dead", "*/15 * * * *", tellOfDeadLinks),
  scheduled("links.purge-names", "41 3 * * *", purgeNames),
  scheduled("links.file-targets", "* * * * *", fileTargets),
  jobHandler(staffChangeJob, runStaffChange),
  scheduled("links.forget-staff-changes", "53 3 * * *", purgeStaffChanges),
  scheduled("links.forget-changes", "43 * * * *", purgeOldChanges),
];
