import { profileCreated } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { rewardAfter } from "./attaching.ts";
import { referralAttached } from "./events.ts";
import { pruneMarks } from "./marks.ts";

export const referralJobs: JobHandler<Platform>[] = [
  subscribe(profileCreated, rewardAfter, { name: "referrals.first-profile" }),
  subscribe(referralAttached, rewardAfter, { name: "referrals.attached" }),
  scheduled("referrals.prune_marks", "13 4 * * *", pruneMarks),
];
