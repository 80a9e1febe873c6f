import { profileCreated } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { rewardAfter } from "./attribution.ts";
import { referralAttached } from "./events.ts";
import { purgeFraudSignals } from "./fraud-signals.ts";

export const referralJobs: JobHandler<Platform>[] = [
  subscribe(profileCreated, rewardAfter, { name: "referrals.first-profile" }),
  subscribe(referralAttached, rewardAfter, { name: "referrals.attached" }),
  scheduled("referrals.prune_marks", "13 4 * * *", purgeFraudSignals),
];
