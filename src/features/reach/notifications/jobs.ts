import * as z from "zod";
import { profilePurged } from "#src/features/pages/profiles/events.ts";
import type { Platform } from "#src/platform/context.ts";
import { subscribe } from "#src/platform/events/events.ts";
import { type JobHandler, jobHandler, scheduled } from "#src/platform/jobs/job-types.ts";
import { fanOut } from "./fan-out.ts";
import type { NotificationType } from "./notification-type.ts";
import { NOTIFICATION_TYPE_NAMES, NOTIFICATION_TYPES } from "./notification-types.ts";
import { deleteProfileNotifications, purgeNotifications } from "./notifications.ts";
import { deliverPush, pushJob } from "./web-push.ts";

const subscriptions: JobHandler<Platform>[] = NOTIFICATION_TYPE_NAMES.flatMap((name) => {
  const { announced }: NotificationType = NOTIFICATION_TYPES[name];
  if (!announced) return [];
  return subscribe(
    { name: announced.name, payload: z.looseObject({}) },
    (platform: Platform, event) => fanOut(platform, name, event),
    { name: `notifications.${name}` },
  );
});

export const notificationJobs: JobHandler<Platform>[] = [
  ...subscriptions,
  jobHandler(pushJob, deliverPush),
  subscribe(profilePurged, deleteProfileNotifications, { name: "notifications.forget-profile" }),
  scheduled("notifications.prune", "11 4 * * *", purgeNotifications),
];
