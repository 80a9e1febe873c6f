import type { Platform } from "#src/platform/context.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { countDays, countHours } from "./count.ts";

const hours = scheduled("instance-analytics.hours", "*/5 * * * *", countHours);
const days = scheduled("instance-analytics.days", "23 * * * *", countDays);

export const analyticsJobs: JobHandler<Platform>[] = [hours, days];

/** Nobody waits for the first figures. */
export const countAtStart: JobHandler<Platform>[] = [hours, days];
