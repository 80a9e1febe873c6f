import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { packDays } from "./packed-days.ts";
import { purgeFigures, purgeLate, purgeLateFigures } from "./purge.ts";
import { compactRollups } from "./rollups.ts";
import { purgeVisitors } from "./visitor-hash.ts";

export const clickJobs: JobHandler<Platform>[] = [
  scheduled("clicks.compact", "7 * * * *", compactRollups),
  scheduled("clicks.pack", "17 * * * *", packDays),
  scheduled("clicks.forget", "13 * * * *", purgeVisitors),
  subscribe(profilePurged, purgeFigures, { name: "clicks.purge-profile", class: "bulk" }),
  jobHandler(purgeLate, purgeLateFigures),
];
