import * as z from "zod";
import { profilePurged } from "#src/features/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { forgetProfile, pruneNotifications } from "./notifications.ts";
import { push, pushJob } from "./pushing.ts";
import { KIND_NAMES, KINDS } from "./rules.ts";
import { tell } from "./telling.ts";

const subscriptions: JobHandler<Platform>[] = KIND_NAMES.map((name) =>
  subscribe(
    { name: KINDS[name].announced, payload: z.looseObject({}) },
    (platform: Platform, event) => tell(platform, name, event),
    { name: `notifications.${name}` },
  ),
);

export const notificationJobs: JobHandler<Platform>[] = [
  ...subscriptions,
  jobHandler(pushJob, push),
  subscribe(profilePurged, forgetProfile, { name: "notifications.forget-profile" }),
  scheduled("notifications.prune", "11 4 * * *", pruneNotifications),
];
