import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { purgeAlerts, watchPages } from "./alerts/alerts.ts";
import { checkGoals } from "./goals/goals.ts";
import { forgetProfile, sendDueReports } from "./reports.ts";

export const reportJobs: JobHandler<Platform>[] = [
  // Zones' clocks differ by quarters of an hour.
  scheduled("reports.send", "*/15 * * * *", sendDueReports),
  scheduled("reports.watch", "10 * * * *", watchPages),
  scheduled("reports.goals", "5,20,35,50 * * * *", checkGoals),
  scheduled("reports.purge", "29 4 * * *", purgeAlerts),
  subscribe(profilePurged, forgetProfile, { name: "reports.forget" }),
];
