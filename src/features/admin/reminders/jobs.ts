import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { reminderJob, runReminder, runReminders } from "./delivery.ts";
import { recordOutcomes } from "./outcomes.ts";

export const reminderJobs: JobHandler<Platform>[] = [
  jobHandler(reminderJob, runReminder),
  scheduled("reminders.run", "7 * * * *", runReminders),
  scheduled("reminders.record-outcomes", "37 * * * *", recordOutcomes),
];
