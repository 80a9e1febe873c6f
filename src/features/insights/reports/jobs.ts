import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { forgetAlertsOfProfile, purgeAlerts, watchPages } from "./alerts/alerts.ts";
import { checkGoals, forgetGoalsOfProfile } from "./goals/goals.ts";
import { forgetNotesOfProfile } from "./notes/notes.ts";
import { sendDueReports } from "./reports.ts";
import { forgetSharesOfProfile } from "./shares/shares.ts";

export const reportJobs: JobHandler<Platform>[] = [
  // Zones' clocks differ by quarters of an hour.
  scheduled("reports.send", "*/15 * * * *", sendDueReports),
  scheduled("reports.watch", "10 * * * *", watchPages),
  scheduled("reports.goals", "5,20,35,50 * * * *", checkGoals),
  scheduled("reports.purge", "29 4 * * *", purgeAlerts),
  subscribe(profilePurged, forgetNotesOfProfile, { name: "reports.forget-notes" }),
  subscribe(profilePurged, forgetAlertsOfProfile, { name: "reports.forget-alerts" }),
  subscribe(profilePurged, forgetGoalsOfProfile, { name: "reports.forget-goals" }),
  subscribe(profilePurged, forgetSharesOfProfile, { name: "reports.forget-shares" }),
];
